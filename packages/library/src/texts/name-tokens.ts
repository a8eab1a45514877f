import { foldText } from './fold-text.js';

/** Legal forms, which do not identify a company. */
const legalForms: ReadonlySet<string> = new Set([
  ...['ltda', 'sa', 'sas', 'srl', 'spa', 'me', 'eireli'],
  ...['llc', 'inc', 'ltd', 'corp'],
]);

/** Marks within words (`S.A.`, `D'Avila`); all other marks separate words. */
const withinWords = /[.'’`´]/gu;
const betweenWords = /[\p{P}\p{S}\p{Z}\p{C}\s]+/gu;

/** Returns how many words before `end` form a legal form, written together or in single letters (`S/A` gives `s`, `a`). */
function legalFormLength(tokens: readonly string[], end: number): number {
  const last = tokens[end - 1];
  if (last !== undefined && legalForms.has(last)) return 1;
  for (const count of [2, 3]) {
    const letters = tokens.slice(Math.max(0, end - count), end);
    if (letters.length === count && letters.every((token) => token.length === 1) && legalForms.has(letters.join('')))
      return count;
  }
  return 0;
}

function withoutLegalForms(tokens: readonly string[]): readonly string[] {
  let end = tokens.length;
  for (;;) {
    const length = legalFormLength(tokens, end);
    // A name that consists only of a legal form stays unchanged.
    if (length === 0 || length >= end) return tokens.slice(0, end);
    end -= length;
  }
}

const words = (text: string): readonly string[] =>
  text
    .replace(withinWords, '')
    .replace(betweenWords, ' ')
    .split(' ')
    .filter((word) => word !== '');

const ascii = /^\p{ASCII}*$/u;

/** Does the same for an ASCII text, which most names are, because searches read many names. */
const plainWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/[.'`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Returns the words of a name, folded, in order, without legal forms at the end. */
const nameTokens = (text: string): readonly string[] =>
  withoutLegalForms(ascii.test(text) ? plainWords(text) : words(foldText(text.normalize('NFKC')).normalize('NFKC')));

/** Returns the same words in lower case with their accents, which spelling rules need. */
export function accentedNameTokens(text: string): readonly string[] {
  const accented = words(text.normalize('NFKC').toLowerCase().normalize('NFC')).filter((word) => foldText(word) !== '');
  return accented.slice(0, nameTokens(text).length);
}

/** Returns a name in the form that different spellings share (language manual 2.4). */
export const normalizedName = (text: string): string => nameTokens(text).join(' ');
