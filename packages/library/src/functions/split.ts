import { unknown } from '@tamis/lang';
import { declareFunction, signature, textType } from '../declare.js';
import { valueLimits } from '../limits.js';

export const split = declareFunction({
  name: 'split',
  form: 'split(s, separator)',
  signatures: [
    signature('split', ['text', 'text'], {
      result: () => ({ kind: 'list', element: textType }),
      evaluate: ([text, separator]) => {
        if (separator === '') return unknown({ cause: 'empty_text' });
        const parts = (text as string).split(separator as string);
        return parts.length > valueLimits.listElements ? unknown({ cause: 'too_many_rows' }) : parts;
      },
    }),
  ],
  cost: 'c1',
  documentation: 'The parts of a text between the separators; the whole text when there is none.',
  examples: [
    { text: 'split("a;b;c", ";") contains "b"', result: 'true' },
    { text: 'length(split("a;;c", ";"))', result: '3' },
    { text: 'split("abc", "")', result: 'unknown (empty_text)' },
  ],
});
