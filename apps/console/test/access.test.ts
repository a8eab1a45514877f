import fc from 'fast-check';

import { readOpenSearch } from '../src/shell/settings-pages.js';
import { nextBox, rightsApart, rowsBy } from '../src/features/access/model/rights.js';

describe('permission checkboxes', () => {
  const cells = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [2, 0],
    [2, 3],
  ] as const;

  it('moves between boxes with arrow keys, to the nearest in the row above or below', () => {
    const moves = (at: number) =>
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Tab'].map((key) => nextBox(cells, at, key));
    expect(moves(0)).toEqual([null, 1, null, 3, null]);
    expect(moves(2)).toEqual([1, 3, null, 3, null]);
    expect(moves(3)).toEqual([2, 4, 0, 4, null]);
    expect(moves(5)).toEqual([4, null, 3, null, null]);
    expect(nextBox(cells, -1, 'ArrowDown')).toBeNull();
  });

  it('groups boxes into rows in their order', () => {
    const all = ['a:1', 'b:1', 'a:2'];
    expect(rowsBy(all, (each) => each[0]!)).toEqual([
      ['a', ['a:1', 'a:2']],
      ['b', ['b:1']],
    ]);
  });

  it('counts how many permissions two roles have more and fewer', () => {
    expect(rightsApart(['a', 'b', 'c'], ['b', 'd'])).toEqual({ more: 2, fewer: 1 });
  });
});

describe('open record in the URL', () => {
  it('round-trips valid values and drops everything else', () => {
    fc.assert(fc.property(fc.uuid(), (open) => expect(readOpenSearch({ open })).toEqual({ open })));
    for (const wrong of [undefined, '', 3, {}, []]) expect(readOpenSearch({ open: wrong })).toEqual({});
  });
});
