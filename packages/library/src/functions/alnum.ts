import { declareFunction, signature, textType } from '../declare.js';

export const alnum = declareFunction({
  name: 'alnum',
  form: 'alnum(s)',
  signatures: [
    signature('alnum', ['text'], {
      result: () => textType,
      evaluate: ([text]) => (text as string).replace(/[^\p{L}\p{N}]/gu, ''),
    }),
  ],
  cost: 'c1',
  documentation: 'The letters and digits of a text, of any script, in their order.',
  examples: [
    { text: 'alnum("12.ABC.345/01-é")', result: '"12ABC34501é"' },
    { text: 'alnum(" - ")', result: '""' },
  ],
});
