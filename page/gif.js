// Writes animated GIF files (GIF89a, CompuServe 1990): one palette of up to 256 colours, LZW compression (Welch 1984).

/** Returns the bytes of a GIF; frames are `{data, delay}` with RGBA pixels and hundredths of a second. */
export function encodeGif(width, height, frames) {
  const palette = new Palette(frames);
  const bytes = [];
  const word = (value) => bytes.push(value & 255, value >> 8);
  bytes.push(...new TextEncoder().encode('GIF89a'));
  word(width);
  word(height);
  bytes.push(0xf7, 0, 0, ...palette.bytes());
  bytes.push(0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0);
  for (const { data, delay } of frames) {
    bytes.push(0x21, 0xf9, 4, 4);
    word(delay);
    bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    word(width);
    word(height);
    bytes.push(0, 8);
    const compressed = lzw(palette.indices(data));
    for (let at = 0; at < compressed.length; at += 255) {
      const block = compressed.slice(at, at + 255);
      bytes.push(block.length);
      for (const byte of block) bytes.push(byte);
    }
    bytes.push(0);
  }
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}

/** The 256 most frequent colours, in steps of 8; every other colour becomes the nearest of them. */
class Palette {
  constructor(frames) {
    const counts = new Map();
    for (const { data } of [frames[0], frames.at(-1)]) {
      for (let at = 0; at < data.length; at += 4) {
        const key = Palette.key(data, at);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    this.colours = [...counts]
      .sort((one, two) => two[1] - one[1])
      .slice(0, 256)
      .map(([key]) => key);
    this.known = new Map(this.colours.map((key, index) => [key, index]));
  }

  static key = (data, at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

  static channels = (key) => [key >> 10, (key >> 5) & 31, key & 31];

  bytes() {
    const scaled = this.colours.flatMap((key) => Palette.channels(key).map((part) => (part << 3) | (part >> 2)));
    return [...scaled, ...new Array(768 - scaled.length).fill(0)];
  }

  indices(data) {
    const indices = new Uint8Array(data.length / 4);
    for (let at = 0; at < data.length; at += 4) {
      const key = Palette.key(data, at);
      if (!this.known.has(key)) this.known.set(key, this.nearest(key));
      indices[at / 4] = this.known.get(key);
    }
    return indices;
  }

  nearest(key) {
    const wanted = Palette.channels(key);
    const distance = (other) =>
      Palette.channels(other).reduce((sum, part, index) => sum + (part - wanted[index]) ** 2, 0);
    let [nearest, least] = [0, Infinity];
    this.colours.forEach((other, index) => {
      const far = distance(other);
      if (far < least) [nearest, least] = [index, far];
    });
    return nearest;
  }
}

/** Compresses indices of 8 bits. */
function lzw(indices) {
  const [clear, end] = [256, 257];
  const bytes = [];
  let [buffer, bits, size, next] = [0, 0, 9, end + 1];
  let table = new Map();
  const write = (code) => {
    buffer |= code << bits;
    bits += size;
    while (bits >= 8) {
      bytes.push(buffer & 255);
      buffer >>= 8;
      bits -= 8;
    }
  };
  write(clear);
  let prefix = indices[0];
  for (let at = 1; at < indices.length; at++) {
    const key = (prefix << 8) | indices[at];
    if (table.has(key)) {
      prefix = table.get(key);
      continue;
    }
    write(prefix);
    if (next < 4096) {
      table.set(key, next);
      if (next === 1 << size) size++;
      next++;
    } else {
      write(clear);
      [table, size, next] = [new Map(), 9, end + 1];
    }
    prefix = indices[at];
  }
  write(prefix);
  write(end);
  if (bits > 0) bytes.push(buffer & 255);
  return bytes;
}
