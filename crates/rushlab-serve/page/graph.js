// A graph of positions, laid out in two stages: first roughly, by the distances from a few pivots (Brandes and Pich, "Eigensolver
// methods for progressive multidimensional scaling"), then by forces: edges pull, positions push each other away (by a quadtree).

/** How many positions distances are measured from. */
const PIVOTS = 40;

/** Puts every node of a graph somewhere; call `step()` until it says that nothing moves any more. */
export class Layout {
  constructor(size, edges) {
    this.edges = edges;
    this.vx = new Float64Array(size);
    this.vy = new Float64Array(size);
    this.degree = new Float64Array(size).fill(1);
    edges.forEach(([from, to]) => {
      this.degree[from] += 1;
      this.degree[to] += 1;
    });
    [this.x, this.y] = rough(size, edges);
    this.heat = 0.5;
  }

  step() {
    const { x, y, vx, vy, edges, degree } = this;
    const tree = quadtree(x, y);
    for (let node = 0; node < x.length; node++) push(tree, node, x, y, vx, vy, this.heat);
    for (const [from, to] of edges) {
      const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
      const pull = (this.heat * 0.9) / Math.min(degree[from], degree[to]);
      vx[from] += dx * pull * 0.5;
      vy[from] += dy * pull * 0.5;
      vx[to] -= dx * pull * 0.5;
      vy[to] -= dy * pull * 0.5;
    }
    for (let node = 0; node < x.length; node++) {
      const fast = Math.hypot(vx[node], vy[node]);
      const most = 60 * this.heat + 1;
      const slow = fast > most ? most / fast : 1;
      x[node] += (vx[node] *= 0.6 * slow);
      y[node] += (vy[node] *= 0.6 * slow);
    }
    this.heat *= 0.985;
    return this.heat > 0.03;
  }

  /** The smallest rectangle around all nodes: left, top, width, height. */
  bounds() {
    const [left, top] = [Math.min(...this.x), Math.min(...this.y)];
    return [left, top, Math.max(1, Math.max(...this.x) - left), Math.max(1, Math.max(...this.y) - top)];
  }
}

/** Two coordinates for each node, such that nodes that are far apart in the graph are far apart on paper. */
function rough(size, edges) {
  const near = Array.from({ length: size }, () => []);
  edges.forEach(([from, to]) => {
    near[from].push(to);
    near[to].push(from);
  });
  // Each pivot is as far as can be from those before it.
  const rows = [];
  const nearest = new Float64Array(size).fill(Infinity);
  for (let pivot = 0; rows.length < Math.min(PIVOTS, size);) {
    const row = distances(near, pivot);
    rows.push(row);
    for (let node = 0; node < size; node++) nearest[node] = Math.min(nearest[node], row[node]);
    pivot = nearest.indexOf(Math.max(...nearest));
  }
  // Squares of distances, centred both ways, are products of coordinates.
  const columns = rows.map((row) => row.map((far) => far * far));
  const means = new Float64Array(size);
  columns.forEach((column) => column.forEach((value, node) => (means[node] += value / columns.length)));
  const centred = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / size;
    return column.map((value, node) => mean - value + means[node]);
  });
  for (const column of centred) {
    const mean = column.reduce((sum, value) => sum + value, 0) / size;
    column.forEach((value, node) => (column[node] = value - mean));
  }
  const product = centred.map((one) => centred.map((two) => one.reduce((sum, value, node) => sum + value * two[node], 0)));
  const found = [];
  for (let axis = 0; axis < 2; axis++) {
    let vector = product.map((_, index) => 1 + ((index * 7 + axis * 3) % 5));
    for (let round = 0; round < 60; round++) {
      let next = product.map((row) => row.reduce((sum, value, index) => sum + value * vector[index], 0));
      for (const other of found) {
        const part = next.reduce((sum, value, index) => sum + value * other[index], 0);
        next = next.map((value, index) => value - part * other[index]);
      }
      const length = Math.hypot(...next) || 1;
      vector = next.map((value) => value / length);
    }
    found.push(vector);
  }
  const wide = Math.sqrt(size) * 22;
  return found.map((vector) => {
    const along = new Float64Array(size);
    vector.forEach((weight, pivot) => centred[pivot].forEach((value, node) => (along[node] += weight * value)));
    const most = along.reduce((most_, value) => Math.max(most_, Math.abs(value)), 1e-9);
    // Nodes of one place would never part, so each stands a little aside.
    return along.map((value, node) => (value / most) * wide + ((node * 7919) % 97) / 97);
  });
}

/** How far every node is from one; nodes that cannot be reached are as far as any. */
function distances(near, from) {
  const far = new Float64Array(near.length).fill(-1);
  const queue = [from];
  far[from] = 0;
  for (let head = 0; head < queue.length; head++) {
    for (const node of near[queue[head]]) {
      if (far[node] < 0) {
        far[node] = far[queue[head]] + 1;
        queue.push(node);
      }
    }
  }
  const most = far[queue.at(-1)] + 1;
  return far.map((value) => (value < 0 ? most : value));
}

/** A tree of squares, each with its weight and centre. */
function quadtree(x, y) {
  let [least, most] = [Infinity, -Infinity];
  for (let node = 0; node < x.length; node++) {
    least = Math.min(least, x[node], y[node]);
    most = Math.max(most, x[node], y[node]);
  }
  const root = { left: least, top: least, size: most - least + 1, weight: 0, cx: 0, cy: 0, node: -1, parts: null };
  for (let node = 0; node < x.length; node++) insert(root, node, x, y, 0);
  return root;
}

function insert(square, node, x, y, depth) {
  square.cx = (square.cx * square.weight + x[node]) / (square.weight + 1);
  square.cy = (square.cy * square.weight + y[node]) / (square.weight + 1);
  square.weight += 1;
  if (square.weight === 1) return void (square.node = node);
  if (depth > 24) return;
  if (!square.parts) {
    square.parts = [null, null, null, null];
    const other = square.node;
    square.node = -1;
    if (other >= 0) place(square, other, x, y, depth);
  }
  place(square, node, x, y, depth);
}

function place(square, node, x, y, depth) {
  const half = square.size / 2;
  const [right, low] = [x[node] >= square.left + half ? 1 : 0, y[node] >= square.top + half ? 1 : 0];
  const part = (square.parts[right + 2 * low] ??= { left: square.left + right * half, top: square.top + low * half, size: half, weight: 0, cx: 0, cy: 0, node: -1, parts: null });
  insert(part, node, x, y, depth + 1);
}

function push(square, node, x, y, vx, vy, heat) {
  if (square.node === node) return;
  const [dx, dy] = [x[node] - square.cx, y[node] - square.cy];
  const far = dx * dx + dy * dy + 1;
  if (!square.parts || square.size * square.size < 0.8 * far) {
    const strength = (heat * 340 * square.weight) / far;
    vx[node] += dx * strength;
    vy[node] += dy * strength;
    return;
  }
  for (const part of square.parts) if (part) push(part, node, x, y, vx, vy, heat);
}
