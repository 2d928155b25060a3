// Writes a drawing of a board as a PDF file (ISO 32000-1): one page of vector shapes, with the fonts that every PDF
// reader has.

/** A page of A4, and the margin above the title, in points. */
const [PAGE_WIDTH, PAGE_HEIGHT, TOP] = [595.28, 841.89, 72];
/** The largest drawing, in points. */
const [MAX_WIDTH, MAX_HEIGHT] = [425, 600];
/** The distance of the control points of a quarter of a circle, for a radius of 1. */
const ARC = 0.5523;
/** Characters of WinAnsiEncoding beyond Latin-1. */
const ENCODED = { '€': 128, '…': 133, '‘': 145, '’': 146, '“': 147, '”': 148, '•': 149, '–': 150, '—': 151, '™': 153 };

const number = (value) => String(+value.toFixed(3));
const numbers = (...values) => values.map(number).join(' ');

/** Returns a text as a string of PDF. The fonts have no other characters than those of WinAnsiEncoding. */
function string(text) {
  const codes = [...text]
    .map((character) => ENCODED[character] ?? character.codePointAt(0))
    .map((code) => (code < 256 ? code : 63));
  return `(${codes.map((code) => (code < 32 || code > 126 || [40, 41, 92].includes(code) ? `\\${code.toString(8).padStart(3, '0')}` : String.fromCharCode(code))).join('')})`;
}

/** Returns the width of a text in Helvetica-Bold. */
function textWidth(text, size) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `bold ${size}px Helvetica, Arial, sans-serif`;
  return context.measureText(text).width;
}

function roundedRect({ x, y, width, height, rx }) {
  const [right, bottom, near] = [x + width, y + height, rx * (1 - ARC)];
  const curve = (...values) => `${numbers(...values)} c`;
  return [
    `${numbers(x + rx, y)} m`,
    `${numbers(right - rx, y)} l`,
    curve(right - near, y, right, y + near, right, y + rx),
    `${numbers(right, bottom - rx)} l`,
    curve(right, bottom - near, right - near, bottom, right - rx, bottom),
    `${numbers(x + rx, bottom)} l`,
    curve(x + near, bottom, x, bottom - near, x, bottom - rx),
    `${numbers(x, y + rx)} l`,
    curve(x, y + near, x + near, y, x + rx, y),
    'h',
  ].join('\n');
}

/** Returns a path of SVG that consists of straight lines with absolute coordinates. */
const straightPath = (text) =>
  text
    .match(/[MLz][^MLz]*/g)
    .map((part) => (part[0] === 'z' ? 'h' : `${part.slice(1).trim()} ${part[0].toLowerCase()}`))
    .join('\n');

/** Returns a colour of CSS as `[red, green, blue, alpha]` from 0 to 1; undefined for `none`. */
function colourOf(text) {
  const parts = text.match(/[\d.]+/g)?.map(Number);
  return parts && [...parts.slice(0, 3).map((part) => part / 255), parts[3] ?? 1];
}

/** The contents of a page, with the transparencies that they need. */
class Contents {
  constructor() {
    this.lines = [];
    this.states = new Map();
  }

  /** Sets the transparency of areas and of lines. */
  setAlpha(fill, stroke) {
    const key = `/ca ${number(fill)} /CA ${number(stroke)}`;
    if (!this.states.has(key)) this.states.set(key, `G${this.states.size}`);
    this.lines.push(`/${this.states.get(key)} gs`);
  }

  text(text, x, y, size, middle) {
    const left = middle ? x - textWidth(text, size) / 2 : x;
    this.lines.push('BT', `/F ${number(size)} Tf`, `1 0 0 -1 ${numbers(left, y)} Tm`, `${string(text)} Tj`, 'ET');
  }

  /** Draws an element of a drawing; `alpha` is the opacity of everything around it. */
  shape(svg, element, alpha) {
    const style = getComputedStyle(element);
    const [fill, stroke] = [colourOf(style.fill), colourOf(style.stroke)];
    const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
    this.lines.push('q', `${numbers(a, b, c, d, e, f)} cm`);
    this.setAlpha(
      alpha * Number(style.fillOpacity) * (fill?.[3] ?? 1),
      alpha * Number(style.strokeOpacity) * (stroke?.[3] ?? 1),
    );
    if (fill) this.lines.push(`${numbers(...fill.slice(0, 3))} rg`);
    if (stroke)
      this.lines.push(
        `${numbers(...stroke.slice(0, 3))} RG`,
        `${number(Number.parseFloat(style.strokeWidth))} w`,
        '1 J 1 j',
      );
    const value = (name) => Number(element.getAttribute(name) ?? 0);
    if (element.tagName === 'text') {
      const size = Number.parseFloat(style.fontSize);
      this.text(element.textContent, value('x'), value('y') + 0.35 * size, size, true);
    } else {
      this.lines.push(
        element.tagName === 'rect'
          ? roundedRect({
              x: value('x'),
              y: value('y'),
              width: value('width'),
              height: value('height'),
              rx: value('rx'),
            })
          : straightPath(element.getAttribute('d')),
      );
      this.lines.push(fill && stroke ? 'B' : fill ? 'f' : stroke ? 'S' : 'n');
    }
    this.lines.push('Q');
  }

  /** Draws all visible elements below one. */
  draw(svg, parent, alpha = 1) {
    for (const element of parent.children) {
      const { opacity, display } = getComputedStyle(element);
      const visible = alpha * Number(opacity);
      if (!visible || display === 'none' || element.classList.contains('layer')) continue;
      if (['rect', 'path', 'text'].includes(element.tagName)) this.shape(svg, element, visible);
      else this.draw(svg, element, visible);
    }
  }
}

/** Returns the bytes of a file that consists of objects, which are numbered from 1; the first one is the catalog. */
function file(objects) {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 2 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

/** Returns a drawing on the page as a PDF file, with a title above it. */
export function encodePdf(svg, title) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height);
  const contents = new Contents();
  // Coordinates begin at the top and go down, as in SVG.
  contents.lines.push(`1 0 0 -1 0 ${PAGE_HEIGHT} cm`);
  contents.text(title, PAGE_WIDTH / 2, TOP + 12, 18, true);
  contents.lines.push(
    `${numbers(scale, 0, 0, scale, (PAGE_WIDTH - width * scale) / 2 - x * scale, TOP + 36 - y * scale)} cm`,
  );
  contents.draw(svg, svg);
  const stream = contents.lines.join('\n');
  const states = [...contents.states].map(([state, name]) => `/${name} << ${state} >>`).join(' ');
  return file([
    '<< /Type /Catalog /Pages 3 0 R >>',
    `<< /Title ${string(title)} /Producer (rushlab) >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 3 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents 5 0 R /Resources << /Font << /F 6 0 R >> /ExtGState << ${states} >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]);
}
