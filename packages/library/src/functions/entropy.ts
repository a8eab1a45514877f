import { unknown, type Outcome } from '@tamis/lang';
import { declareFunction, numberType, signature } from '../declare.js';

const fractionDigits = 6;

/** Returns the Shannon entropy of the characters of a text, in bits per character. */
function entropyOf(text: string): Outcome {
  const counts = new Map<string, number>();
  let length = 0;
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
    length += 1;
  }
  if (length === 0) return unknown({ cause: 'empty_text' });
  let bits = 0;
  // Sorted, because a sum of doubles depends on their order and the same counts in another order must give the same digits.
  for (const count of [...counts.values()].sort((a, b) => a - b)) bits -= (count / length) * Math.log2(count / length);
  return Math.abs(Number(bits.toFixed(fractionDigits)));
}

export const entropy = declareFunction({
  name: 'entropy',
  form: 'entropy(s)',
  signatures: [
    signature('entropy', ['text'], { result: () => numberType, evaluate: ([text]) => entropyOf(text as string) }),
  ],
  cost: 'c1',
  documentation:
    'How unpredictable the characters of a text are: bits per character, 6 decimals. Made-up addresses have more.',
  examples: [
    { text: 'entropy("aaaa")', result: '0' },
    { text: 'entropy("abcd")', result: '2' },
    { text: 'entropy("aab")', result: '0.918296' },
    { text: 'entropy("")', result: 'unknown (empty_text)' },
  ],
});
