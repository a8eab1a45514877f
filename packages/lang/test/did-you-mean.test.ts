import { didYouMean, editDistance } from '../src/index.js';

test('names within two edits are suggested, nearest first, ties in the given order', () => {
  expect(didYouMean('contryCode', ['country', 'countryCode', 'currencyCode'])).toEqual(['countryCode']);
  expect(didYouMean('amout', ['mount', 'amounts', 'amount'])).toEqual(['amount', 'mount', 'amounts']);
  expect(didYouMean('wehn', ['then', 'when'])).toEqual(['when']);
});

test('matching ignores case, and a name is not suggested for itself', () => {
  expect(didYouMean('ISPEP', ['isPep', 'ISPEP'])).toEqual(['isPep']);
});

test('a short word is not replaced by an unrelated short word', () => {
  expect(didYouMean('ab', ['cd', 'a', 'abc'])).toEqual([]);
  expect(didYouMean('least', ['let'])).toEqual([]);
});

test('swapping two adjacent letters is one edit, and distant words have an infinite distance', () => {
  expect(editDistance('teh', 'the')).toBe(1);
  expect(editDistance('kitten', 'sitting')).toBe(Infinity);
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
});
