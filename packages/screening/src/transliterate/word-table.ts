/** Builds a table of the words of a script by their Latin spelling in lists, from entries `latin=word,word`. */
export const wordTable = (...lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines
      .flatMap((line) => line.split(' '))
      .flatMap((entry) => {
        const [latin, words] = entry.split('=') as [string, string];
        return words.split(',').map((word) => [word, latin] as const);
      }),
  );

/** Replaces letters one by one; letters without an entry are kept. */
export const replaceLetters = (word: string, letters: Readonly<Record<string, string>>): string =>
  Array.from(word, (letter) => letters[letter] ?? letter).join('');
