import { unknown, type Outcome } from '@tamis/lang';
import { declareFunction, signature, textType } from '../declare.js';

const isPosition = (value: Outcome | undefined, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least;

export const substring = declareFunction({
  name: 'substring',
  form: 'substring(s, i, n)',
  signatures: [
    signature('substring', ['text', 'number', 'number'], {
      result: () => textType,
      evaluate: ([text, start, count]) =>
        isPosition(start, 1) && isPosition(count, 0)
          ? [...(text as string)].slice(start - 1, start - 1 + count).join('')
          : unknown({ cause: 'out_of_domain', detail: 'positions start at 1' }),
    }),
  ],
  cost: 'c1',
  documentation: 'So many characters from a position on, fewer when the text ends before. The first character is at 1.',
  examples: [
    { text: 'substring("São Paulo", 3, 4)', result: '"o Pa"' },
    { text: 'substring("abc", 3, 10)', result: '"c"' },
    { text: 'substring("abc", 0, 1)', result: 'unknown (out_of_domain)' },
  ],
});
