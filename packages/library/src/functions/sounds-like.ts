import { boolType, declareFunction, signature } from '../declare.js';
import { soundsAs } from '../similarity/phonetic.js';
import { longName } from '../texts/long-text.js';

export const soundsLike = declareFunction({
  name: 'soundsLike',
  form: 'soundsLike(a, b)',
  signatures: [
    signature('soundsLike', ['text', 'text'], {
      result: () => boolType,
      evaluate: ([a, b]) => longName(a as string, b as string) ?? soundsAs(a as string)(b as string),
    }),
  ],
  cost: 'c1',
  documentation:
    'Every word of each name sounds like a word of the other, read as English, Portuguese or Spanish (double metaphone).',
  examples: [
    { text: 'soundsLike("Ximenes", "Chimenes")', result: 'true' },
    { text: 'soundsLike("Vázquez", "Basques")', result: 'true' },
    { text: 'soundsLike("Gonçalves", "Gonsalves")', result: 'true' },
    { text: 'soundsLike("Maria", "Marta")', result: 'false' },
  ],
});
