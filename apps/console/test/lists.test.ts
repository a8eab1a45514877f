import fc from 'fast-check';

import { itemColumns, readItemCsv, writeItemCsv } from '../src/features/data-lists/model/item-csv.js';
import { listTypes, readListSearch, readListsSearch } from '../src/features/data-lists/model/lists-search.js';

describe('list item file', () => {
  it('is read as written, whatever it contains', () => {
    const cell = fc
      .oneof(fc.string({ minLength: 1, maxLength: 30 }), fc.constantFrom('=1+1', '@x', '-x', '-5', 'a\r\nb', '"', ';,'))
      .map((text) => text.trim())
      .filter((text) => text !== '' && !/^'[=@\t\r+-]/.test(text));
    const item = fc.record(
      { primaryValue: cell, secondaryValue: cell, category: cell, reason: cell },
      { requiredKeys: ['primaryValue'] },
    );
    fc.assert(fc.property(fc.array(item), (items) => expect(readItemCsv(writeItemCsv(items))).toEqual(items)));
  });

  it('escapes values that a spreadsheet would run as a formula', () => {
    const text = writeItemCsv([{ primaryValue: '=HYPERLINK("x")', reason: '+cmd' }, { primaryValue: '+5511999' }]);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain(`"'+cmd"`);
    expect(text).toContain(`"+5511999"`);
  });

  it('has one value per line or named columns, separated by commas or semicolons', () => {
    expect(readItemCsv('\uFEFFa\n\n b \n')).toEqual([{ primaryValue: 'a' }, { primaryValue: 'b' }]);
    expect(readItemCsv('reason;primaryValue\nwhy;x\n;y')).toEqual([
      { reason: 'why', primaryValue: 'x' },
      { primaryValue: 'y' },
    ]);
    expect(readItemCsv('')).toEqual([]);
    expect(itemColumns[0]).toBe('primaryValue');
  });
});

describe('list state in the URL', () => {
  it('round-trips valid values', () => {
    const q = fc.string({ minLength: 1, maxLength: 200 });
    const some = { requiredKeys: [] as never[] };
    const lists = fc.record({ q, type: fc.constantFrom(...listTypes), cursor: q }, some);
    fc.assert(fc.property(lists, (search) => expect(readListsSearch(search)).toEqual(search)));
    const list = fc.record({ q, page: fc.integer({ min: 2, max: 1_000_000 }), revision: fc.nat() }, some);
    fc.assert(fc.property(list, (search) => expect(readListSearch(search)).toEqual(search)));
  });

  it('drops unknown values', () => {
    expect(readListsSearch({ type: 'other', q: {} })).toEqual({});
    expect(readListSearch({ page: 1, revision: -1, q: '' })).toEqual({});
  });
});
