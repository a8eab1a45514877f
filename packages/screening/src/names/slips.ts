const swapAt = (word: string, at: number): string => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);

/** Returns the letter positions in a word, leaving out the last ones. */
const placesIn = (word: string, from: number, left: number): readonly number[] =>
  Array.from({ length: Math.max(0, word.length - left - from) }, (_, at) => from + at);

/**
 * Returns the word with one letter doubled or swapped with the next. The first and the last letter are kept, since another beginning or end
 * makes another name.
 */
export const slipsWithAllLetters = (word: string): readonly string[] => [
  ...placesIn(word, 0, 1).map((at) => word.slice(0, at) + word[at]! + word.slice(at)),
  ...placesIn(word, 1, 2).map((at) => swapAt(word, at)),
];

/** Returns the same, and the words with one letter missing. */
export const slipsOf = (word: string): readonly string[] => [
  ...slipsWithAllLetters(word),
  ...placesIn(word, 1, 1).map((at) => word.slice(0, at) + word.slice(at + 1)),
];

/** Like `slipsOf`, for a word that is not a name, so that its end may differ as well. */
export const slipsToTheEnd = (word: string): readonly string[] => [
  ...slipsOf(word),
  swapAt(word, word.length - 2),
  word.slice(0, -1),
];

/** Returns misspellings of words, by the misspelling, with the intended word. A misspelling that is a word itself is left out. */
export const slipTable = (
  words: Iterable<readonly [spelling: string, meant: string]>,
  slips: (spelling: string) => readonly string[],
  isWord: (slip: string) => boolean,
): ReadonlyMap<string, string> =>
  new Map(
    [...words]
      .flatMap(([spelling, meant]) => slips(spelling).map((slip) => [slip, meant] as const))
      .filter(([slip, meant]) => slip !== meant && !isWord(slip)),
  );
