// The layout of the graph of positions, in two stages: first pivot multidimensional scaling (Brandes and Pich 2007),
// then a force-directed layout (Fruchterman and Reingold 1991) with a quadtree for the repulsion (Barnes and Hut 1986).

/** The number of pivots, from which distances are measured. */
const PIVOTS = 40;

/** Coordinates for the nodes of a graph. Call `step()` until it returns false. */
export class Layout {
  /** @type {any} */ x;
  /** @type {any} */ y;

  constructor(size, edges) {
    this.edges = edges;
    this.vx = new Float64Array(size);
    this.vy = new Float64Array(size);
    this.degree = new Float64Array(size).fill(1);
    edges.forEach(([from, to]) => {
      this.degree[from] += 1;
      this.degree[to] += 1;
    });
    [this.x, this.y] = pivotLayout(size, edges);
    this.temperature = 0.5;
  }

  step() {
    const { x, y, vx, vy, edges, degree } = this;
    const tree = quadtree(x, y);
    for (let node = 0; node < x.length; node++) repel(tree, node, x, y, vx, vy, this.temperature);
    for (const [from, to] of edges) {
      const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
      const pull = (this.temperature * 0.9) / Math.min(degree[from], degree[to]);
      vx[from] += dx * pull * 0.5;
      vy[from] += dy * pull * 0.5;
      vx[to] -= dx * pull * 0.5;
      vy[to] -= dy * pull * 0.5;
    }
    for (let node = 0; node < x.length; node++) {
      const speed = Math.hypot(vx[node], vy[node]);
      const maxSpeed = 60 * this.temperature + 1;
      const factor = speed > maxSpeed ? maxSpeed / speed : 1;
      x[node] += vx[node] *= 0.6 * factor;
      y[node] += vy[node] *= 0.6 * factor;
    }
    this.temperature *= 0.985;
    return this.temperature > 0.03;
  }

  /** Returns the bounding box of all nodes: left, top, width, height. */
  bounds() {
    const [left, top] = [Math.min(...this.x), Math.min(...this.y)];
    return [left, top, Math.max(1, Math.max(...this.x) - left), Math.max(1, Math.max(...this.y) - top)];
  }
}

/** Returns initial coordinates by pivot multidimensional scaling: distances approximate those in the graph. */
function pivotLayout(size, edges) {
  const neighbours = Array.from({ length: size }, () => []);
  edges.forEach(([from, to]) => {
    neighbours[from].push(to);
    neighbours[to].push(from);
  });
  // Each pivot has the largest distance from the previous ones.
  const rows = [];
  const nearest = new Float64Array(size).fill(Infinity);
  for (let pivot = 0; rows.length < Math.min(PIVOTS, size);) {
    const row = distances(neighbours, pivot);
    rows.push(row);
    for (let node = 0; node < size; node++) nearest[node] = Math.min(nearest[node], row[node]);
    pivot = nearest.indexOf(Math.max(...nearest));
  }
  // Double centring turns squared distances into scalar products of coordinates.
  const columns = rows.map((row) => row.map((distance) => distance * distance));
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
  const product = centred.map((one) =>
    centred.map((two) => one.reduce((sum, value, node) => sum + value * two[node], 0)),
  );
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
  const extent = Math.sqrt(size) * 22;
  return found.map((vector) => {
    const along = new Float64Array(size);
    vector.forEach((weight, pivot) => centred[pivot].forEach((value, node) => (along[node] += weight * value)));
    const greatest = along.reduce((greatest_, value) => Math.max(greatest_, Math.abs(value)), 1e-9);
    // Nodes with equal coordinates would never separate, so each gets a small offset.
    return along.map((value, node) => (value / greatest) * extent + ((node * 7919) % 97) / 97);
  });
}

/** Returns the distance of every node from one; unreachable nodes have the largest distance plus one. */
function distances(neighbours, from) {
  const distance = new Float64Array(neighbours.length).fill(-1);
  const queue = [from];
  distance[from] = 0;
  for (let head = 0; head < queue.length; head++) {
    for (const node of neighbours[queue[head]]) {
      if (distance[node] < 0) {
        distance[node] = distance[queue[head]] + 1;
        queue.push(node);
      }
    }
  }
  const unreachable = distance[queue.at(-1)] + 1;
  return distance.map((value) => (value < 0 ? unreachable : value));
}

/** Builds a quadtree; each square has its weight and centre of mass. */
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
    if (other >= 0) insertIntoPart(square, other, x, y, depth);
  }
  insertIntoPart(square, node, x, y, depth);
}

function insertIntoPart(square, node, x, y, depth) {
  const half = square.size / 2;
  const [right, low] = [x[node] >= square.left + half ? 1 : 0, y[node] >= square.top + half ? 1 : 0];
  const part = (square.parts[right + 2 * low] ??= {
    left: square.left + right * half,
    top: square.top + low * half,
    size: half,
    weight: 0,
    cx: 0,
    cy: 0,
    node: -1,
    parts: null,
  });
  insert(part, node, x, y, depth + 1);
}

function repel(square, node, x, y, vx, vy, temperature) {
  if (square.node === node) return;
  const [dx, dy] = [x[node] - square.cx, y[node] - square.cy];
  const squared = dx * dx + dy * dy + 1;
  if (!square.parts || square.size * square.size < 0.8 * squared) {
    const strength = (temperature * 340 * square.weight) / squared;
    vx[node] += dx * strength;
    vy[node] += dy * strength;
    return;
  }
  for (const part of square.parts) if (part) repel(part, node, x, y, vx, vy, temperature);
}
