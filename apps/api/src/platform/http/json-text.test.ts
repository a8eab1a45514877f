import fc from 'fast-check';

import { scanJson } from './json/scan-json.js';
import { arrayElements, memberText, RawJson, rawNumber, stringifyJson } from './index.js';

const spaced = (value: unknown, space: number): string => JSON.stringify(value, null, space);

const holdsLongWholeNumber = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && !Number.isSafeInteger(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsLongWholeNumber);

/** JSON whose strings contain no NUL or lone surrogate, whose keys are never `__proto__`, and whose integers are safe. */
const acceptable = fc
  .jsonValue({ maxDepth: 5, stringUnit: 'grapheme' })
  .filter((value) => !/\\u0000|"__proto__"/.test(JSON.stringify(value)) && !holdsLongWholeNumber(value));

describe('scanning a body', () => {
  it('finds no problem in any JSON that can be stored', () => {
    fc.assert(fc.property(acceptable, fc.nat(3), (value, space) => expect(scanJson(spaced(value, space))).toBeNull()));
  });

  it('never throws or loops, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]":,\\-0123456789.eE+ \n\tabu\u0000'), maxLength: 80 }),
        (text) => {
          scanJson(text);
        },
      ),
    );
  });

  it('reports the position of a problem', () => {
    expect(scanJson('{\n "a": "x",\n "a": 1\n}')).toEqual({
      message: 'the key "a" occurs twice in one object',
      offset: 14,
      line: 3,
      column: 2,
    });
  });

  it('allows long numbers only in the members that are read exactly', () => {
    const exact = { exactMembers: ['amount'] };
    expect(scanJson('{"amount": 123456789012345678.123456789012345678}', exact)).toBeNull();
    expect(scanJson('{"amount": 12345678901234567890}', exact)).toBeNull();
    expect(scanJson('{"other": 12345678901234567890}', exact)?.offset).toBe(10);
    expect(scanJson('{"m": {"amount": 12345678901234567890}}', exact)?.offset).toBe(17);
    const ofElements = { exactMembers: ['rows.[].amount'] };
    expect(scanJson('{"rows": [{}, {"a": [1], "amount": 12345678901234567890}]}', ofElements)).toBeNull();
    expect(scanJson('{"amount": 12345678901234567890}', ofElements)?.offset).toBe(11);
  });

  it('stops at the first member or value beyond the limit', () => {
    const members = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`;
    expect(scanJson(members(2_000))).toBeNull();
    expect(scanJson(`[${members(2_000)},${members(2_000)}]`)).toBeNull();
    const tooMany = members(2_001);
    expect(scanJson(`${tooMany} and what is no JSON`)).toMatchObject({
      message: 'more than 2000 members in one object',
      offset: tooMany.indexOf('"k2000"'),
    });
    for (const text of ['[1,[],{"a":2}]', '[[[[[1]]]]]', '{"a":{"b":{"c":{"d":{}}}}}'])
      expect([scanJson(text, { maxValues: 6 }), scanJson(text, { maxValues: 5 })?.message]).toEqual([
        null,
        'more than 5 values in one body',
      ]);
    expect(scanJson('{"text":",,,,[[[[{{{{"}', { maxValues: 2 })).toBeNull();
  });

  it('measures depth by the open brackets, not by closed ones', () => {
    expect(scanJson(`[${'[],'.repeat(500)}[]]`)).toBeNull();
    expect(scanJson('"' + '['.repeat(100) + '"')).toBeNull();
  });
});

describe('the elements of an array', () => {
  it('equal the parsed elements, for any array', () => {
    fc.assert(
      fc.property(fc.array(acceptable), fc.nat(3), (values, space) => {
        expect(arrayElements(spaced(values, space)).map((text) => JSON.parse(text) as unknown)).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });
});

describe('the text of a member', () => {
  it('equals the parsed member, for every member of any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), acceptable), fc.nat(3), (object, space) => {
        const json = spaced(object, space);
        for (const key of Object.keys(object)) {
          expect(JSON.parse(memberText(json, key)!)).toEqual(JSON.parse(JSON.stringify(object[key])));
        }
        expect(memberText(json, 'no such member, surely')).toBeUndefined();
      }),
    );
  });

  it('preserves the original spelling', () => {
    expect(memberText('{"x":{"amount":1}, "amount" : 1.50e2 ,"y":2}', 'amount')).toBe('1.50e2');
    expect(memberText('{"\\u0061": [1, 2]}', 'a')).toBe('[1, 2]');
  });
});

describe('writing exact JSON', () => {
  it('writes numbers and objects as their original text', () => {
    const value = {
      amount: rawNumber('123456789012345678.000000000000000001'),
      list: [new RawJson('{"b":1e2,"a":"\\"\\n"}')],
      t: 'x',
    };
    expect(stringifyJson(value)).toBe(
      '{"amount":123456789012345678.000000000000000001,"list":[{"b":1e2,"a":"\\"\\n"}],"t":"x"}',
    );
  });

  it('writes everything else as JSON.stringify does, and any text of a RawJson unchanged', () => {
    fc.assert(
      fc.property(acceptable, acceptable, (plain, inner) => {
        const text = JSON.stringify(inner);
        expect(stringifyJson({ plain, raw: new RawJson(text) })).toBe(
          `{"plain":${JSON.stringify(plain)},"raw":${text}}`,
        );
      }),
    );
  });
});
