/** A word for which the glossary has another term. */
export interface ForbiddenWord {
  /** As written in the glossary: `lent`, `need…`, `run()`. */
  readonly text: string;
  /** The term to use instead. */
  readonly term: string;
}

/** A name chosen by an author: of a file, or of something declared in it. */
export interface DeclaredName {
  readonly path: string;
  readonly line: number;
  readonly kind: 'file' | 'type' | 'function' | 'method' | 'class' | 'constant';
  readonly name: string;
}

/** Returns the words in code marks in the last column of a glossary's tables. */
export function forbiddenWords(glossary: string): readonly ForbiddenWord[] {
  return glossary.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, term, , not] = cells;
    if (cells.length !== 5 || term === undefined || not === undefined) return [];
    return [...not.matchAll(/`([^`]+)`/g)].map(([, text]) => ({ text: text!, term }));
  });
}

/** Splits a name into words: `newURLText` and `new-url-text` give `new`, `url`, `text`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Returns whether a name uses a word for which the glossary has another term. */
export function usesWord({ kind, name }: Pick<DeclaredName, 'kind' | 'name'>, { text }: ForbiddenWord): boolean {
  if (text.endsWith('()')) return kind === 'method' && name === text.slice(0, -2);
  const [words, wanted] = [wordsOf(name), wordsOf(text.replace('…', ''))];
  if (text.endsWith('…')) return words.length > 1 && words[0] === wanted[0] && kind !== 'file';
  return words.some((_, index) => wanted.every((word, offset) => words[index + offset] === word));
}
