import { didYouMean, editDistance } from '../src/index.js';

test('names within two edits are suggested, nearest first, equal ones in the order given', () => {
  expect(didYouMean('contryCode', ['country', 'countryCode', 'currencyCode'])).toEqual(['countryCode']);
  expect(didYouMean('amout', ['mount', 'amounts', 'amount'])).toEqual(['amount', 'mount', 'amounts']);
  expect(didYouMean('wehn', ['then', 'when'])).toEqual(['when']);
});

test('case does not count, and a name is not suggested for itself', () => {
  expect(didYouMean('ISPEP', ['isPep', 'ISPEP'])).toEqual(['isPep']);
});

test('short words are not turned into any other short word', () => {
  expect(didYouMean('ab', ['cd', 'a', 'abc'])).toEqual([]);
  expect(didYouMean('least', ['let'])).toEqual([]);
});

test('two neighbouring letters exchanged are one edit; far words are not measured', () => {
  expect(editDistance('teh', 'the')).toBe(1);
  expect(editDistance('kitten', 'sitting')).toBe(Infinity);
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
});
