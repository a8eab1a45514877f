import { unknown, type Outcome } from '@tamis/lang';
import { declareFunction, signature, textType } from '../declare.js';
import { valueLimits } from '../limits.js';
import { boundedText } from '../texts/long-text.js';

/** Replaces all occurrences from left to right. A result that would exceed the maximum length of texts is not built. */
function replaceAll(text: string, sought: string, put: string): Outcome {
  if (sought === '') return unknown({ cause: 'empty_text' });
  const pieces = text.split(sought);
  const units = text.length + (pieces.length - 1) * (put.length - sought.length);
  // NFC may combine a mark with the letter before it, but only a few characters into one.
  if (units > 8 * valueLimits.textCodePoints) return unknown({ cause: 'too_long' });
  return boundedText(pieces.join(put).normalize('NFC'));
}

export const replace = declareFunction({
  name: 'replace',
  form: 'replace(s, a, b)',
  signatures: [
    signature('replace', ['text', 'text', 'text'], {
      result: () => textType,
      evaluate: ([text, sought, put]) => replaceAll(text as string, sought as string, put as string),
    }),
  ],
  cost: 'c1',
  documentation: 'The text with every occurrence of the second text replaced by the third, from left to right.',
  examples: [
    { text: 'replace("12.345.678", ".", "")', result: '"12345678"' },
    { text: 'replace("aaa", "aa", "b")', result: '"ba"' },
    { text: 'replace("abc", "", "-")', result: 'unknown (empty_text)' },
  ],
});
