/** Words of a script by how lists spell them in Latin letters; `latin=word,word` for each. */
export const wordTable = (...lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines
      .flatMap((line) => line.split(' '))
      .flatMap((entry) => {
        const [latin, words] = entry.split('=') as [string, string];
        return words.split(',').map((word) => [word, latin] as const);
      }),
  );

/** Letters one by one; those without an entry stay. */
export const replaceLetters = (word: string, letters: Readonly<Record<string, string>>): string =>
  Array.from(word, (letter) => letters[letter] ?? letter).join('');
