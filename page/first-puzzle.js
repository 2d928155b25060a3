// The first built-in puzzle, so that a first visit shows it before the lab has arrived. A browser test compares it with
// the lab's.

export const FIRST = {
  key: '6x6-3kaqp800x8096',
  width: 6,
  height: 6,
  walls: [],
  exit: { side: 'right', line: 2 },
  vehicles: [
    {
      label: 'X',
      primary: true,
      horizontal: true,
      length: 2,
      line: 2,
      offset: 0,
      fuel: null,
      colour: '#d7191c',
      rim: '#9a1214',
      ink: '#ffffff',
    },
    {
      label: 'A',
      primary: false,
      horizontal: false,
      length: 2,
      line: 2,
      offset: 2,
      fuel: null,
      colour: '#f2a93b',
      rim: '#ae792a',
      ink: '#000000',
    },
    {
      label: 'B',
      primary: false,
      horizontal: false,
      length: 3,
      line: 5,
      offset: 2,
      fuel: null,
      colour: '#2f6fde',
      rim: '#214f9f',
      ink: '#ffffff',
    },
  ],
};
