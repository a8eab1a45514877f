import { alwaysReadableCharacters, maxDeclarationWords, maxOpenBrackets } from './limits.js';

/** Texts, patterns and comments, which contain no brackets; brackets; line breaks before a word at the margin; words and signs. */
const tokenPattern =
  /"(?:[^"\\\r\n]|\\[^\r\n])*"?|`[^`\r\n]*`?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*|[([{]|[)\]}]|\n(?=[A-Za-z])|\w+|[^\s\w]/g;

/**
 * Returns how much of a very long line is worth tokenizing: up to the position where far more brackets are open, or far more words belong
 * to one declaration, than any rule may have. A token costs a hundred times as much as a character, so a megabyte of brackets is rejected
 * beforehand.
 */
export function readableLength(text: string): number {
  if (text.length <= alwaysReadableCharacters) return text.length;
  let depth = 0;
  let words = 0;
  for (const match of text.matchAll(tokenPattern)) {
    const [first = ''] = match[0];
    if (first === '\n') words = 0;
    else if (first !== '/' || match[0].length === 1) words++;
    if ('([{'.includes(first)) depth++;
    else if (')]}'.includes(first)) depth = Math.max(0, depth - 1);
    if (depth > maxOpenBrackets || words > maxDeclarationWords) return match.index + match[0].length;
  }
  return text.length;
}
