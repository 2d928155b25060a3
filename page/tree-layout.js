// The layout of a search tree: depth to the right, children below each other, parents in the middle of their children.

/**
 * Returns the depth and the row of each node, and the size of the whole. Nodes are in the order of their expansion,
 * parents first.
 */
export function layoutTree(nodes) {
  const index = new Map(nodes.map(({ node }, at) => [node, at]));
  const parents = nodes.map(({ parent }) => (parent === null || parent === undefined ? -1 : (index.get(parent) ?? -1)));
  const children = nodes.map(() => []);
  const depth = new Array(nodes.length).fill(0);
  const roots = [];
  parents.forEach((parent, at) => {
    if (parent < 0) return void roots.push(at);
    children[parent].push(at);
    depth[at] = depth[parent] + 1;
  });
  const row = new Array(nodes.length).fill(0);
  let next = 0;
  // Depth first, without recursion: trees of depth-first search are deep.
  const open = [...roots].reverse().map((root) => [root, 0]);
  while (open.length) {
    const top = open.at(-1);
    const [at, child] = top;
    if (child < children[at].length) {
      top[1] += 1;
      open.push([children[at][child], 0]);
      continue;
    }
    open.pop();
    row[at] = children[at].length ? (row[children[at][0]] + row[children[at].at(-1)]) / 2 : next++;
  }
  return {
    parents,
    depth,
    row,
    columns: depth.reduce((most, value) => Math.max(most, value), 0) + 1,
    rows: Math.max(1, next),
  };
}
