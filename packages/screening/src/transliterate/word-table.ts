const marks = /(?<=[\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const joiners = /\p{Cf}/gu;

/** Returns a text without accents, vowel points, and the marks of letters such as `ئ`. */
export const withoutMarks = (text: string): string => text.normalize('NFD').replace(marks, '').normalize('NFC');

/** Builds a table of the words of a script by their Latin spelling in lists, from entries `latin=word,word`. */
export const wordTable = (...lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines
      .flatMap((line) => line.split(' '))
      .flatMap((entry) => {
        const [latin, words] = entry.split('=') as [string, string];
        // Names are looked up without marks and invisible characters.
        return words.split(',').map((word) => [withoutMarks(word).replace(joiners, ''), latin] as const);
      }),
  );

/** Replaces letters one by one; letters without an entry are kept. */
export const replaceLetters = (word: string, letters: Readonly<Record<string, string>>): string =>
  Array.from(word, (letter) => letters[letter] ?? letter).join('');
