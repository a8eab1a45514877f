import { declareFunction, signature, textType } from '../declare.js';
import { longName } from '../texts/long-text.js';
import { normalizedName } from '../texts/name-tokens.js';

export const normalizeName = declareFunction({
  name: 'normalizeName',
  form: 'normalizeName(s)',
  signatures: [
    signature('normalizeName', ['text'], {
      result: () => textType,
      evaluate: ([text]) => longName(text as string) ?? normalizedName(text as string),
    }),
  ],
  cost: 'c1',
  documentation:
    'A name in the form in which names are compared: lower case, no accents, no punctuation, single spaces, no legal form at the end.',
  examples: [
    { text: 'normalizeName("  AÇÚCAR União, S/A. ")', result: '"acucar uniao"' },
    { text: 'normalizeName("J.P. Silva & Filhos Ltda. ME")', result: '"jp silva filhos"' },
  ],
});
