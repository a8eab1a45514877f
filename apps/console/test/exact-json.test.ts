import fc from 'fast-check';

import { keepDigits } from '../src/data/exact-json.js';

test('returns numbers that JavaScript would round as text, and all others unchanged', () => {
  const sent = '{"amount":12345678901234567.89,"n":-3,"id":"12345678901234567890","at":1e21,"list":[9007199254740993]}';
  expect(JSON.parse(keepDigits(sent))).toEqual({
    amount: '12345678901234567.89',
    n: -3,
    id: '12345678901234567890',
    at: 1e21,
    list: ['9007199254740993'],
  });
});

test('leaves JSON without long numbers unchanged, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const kept: unknown = JSON.parse(keepDigits(JSON.stringify(value)), (_key, each: unknown) =>
        typeof each === 'string' && /^-?\d+([.]\d+)?$/.test(each) ? Number(each) : each,
      );
      const wanted: unknown = JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
        typeof each === 'string' && /^-?\d+([.]\d+)?$/.test(each) ? Number(each) : each,
      );
      expect(kept).toEqual(wanted);
    }),
  );
});
