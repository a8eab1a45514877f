import { foldText } from './fold-text.js';

/** Legal forms that say nothing about who is meant. */
const legalForms: ReadonlySet<string> = new Set([
  ...['ltda', 'sa', 'sas', 'srl', 'spa', 'me', 'eireli'],
  ...['llc', 'inc', 'ltd', 'corp'],
]);

/** Within a word (`S.A.`, `D'Avila`); every other mark stands between words. */
const withinWords = /[.'’`´]/gu;
const betweenWords = /[\p{P}\p{S}\p{Z}\p{C}\s]+/gu;

/** How many words before the `end` are a legal form, written together or in single letters (`S/A` gives `s`, `a`). */
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
    // A name that is nothing but a legal form stays what it is.
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

/** The same of a text without other letters, which most names are: searches read many. */
const plainWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/[.'`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** The words of a name, folded, in their order, without legal forms at the end. */
const nameTokens = (text: string): readonly string[] =>
  withoutLegalForms(ascii.test(text) ? plainWords(text) : words(foldText(text.normalize('NFKC')).normalize('NFKC')));

/** The same words with their accents, in small letters: spelling rules need to see them. */
export function accentedNameTokens(text: string): readonly string[] {
  const accented = words(text.normalize('NFKC').toLowerCase().normalize('NFC')).filter((word) => foldText(word) !== '');
  return accented.slice(0, nameTokens(text).length);
}

/** A name reduced to what two spellings of it share (language manual 2.4). */
export const normalizedName = (text: string): string => nameTokens(text).join(' ');
