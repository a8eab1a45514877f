import { limits } from '../limits.js';
import { isReservedWord } from './reserved-words.js';

/** Returns a key derived from the name of a rule; `null` if the name has no letters or digits of the Latin alphabet. */
export function keyFromName(name: string): string | null {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '') return null;
  const key = /^\d/.test(words) || isReservedWord(words) ? `rule_${words}` : words;
  return key.slice(0, limits.nameCodePoints).replace(/_+$/, '');
}
