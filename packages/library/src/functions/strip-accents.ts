import { declareFunction, signature, textType } from '../declare.js';

export const stripAccents = declareFunction({
  name: 'stripAccents',
  form: 'stripAccents(s)',
  signatures: [
    signature('stripAccents', ['text'], {
      result: () => textType,
      evaluate: ([text]) => (text as string).normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'),
    }),
  ],
  cost: 'c1',
  documentation: 'The text without accents and other marks on letters.',
  examples: [
    { text: 'stripAccents("São João")', result: '"Sao Joao"' },
    { text: 'stripAccents("Ñandú")', result: '"Nandu"' },
  ],
});
