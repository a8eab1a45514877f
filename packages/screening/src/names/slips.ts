const swapAt = (word: string, at: number): string => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);

/** Where a letter of a word stands, the last ones left out. */
const placesIn = (word: string, from: number, left: number): readonly number[] =>
  Array.from({ length: Math.max(0, word.length - left - from) }, (_, at) => from + at);

/** A letter doubled or changed with the next one, the first and the last staying: another end makes another name. */
export const slipsWithAllLetters = (word: string): readonly string[] => [
  ...placesIn(word, 0, 1).map((at) => word.slice(0, at) + word[at]! + word.slice(at)),
  ...placesIn(word, 1, 2).map((at) => swapAt(word, at)),
];

/** The same, or a letter missing. */
export const slipsOf = (word: string): readonly string[] => [
  ...slipsWithAllLetters(word),
  ...placesIn(word, 1, 1).map((at) => word.slice(0, at) + word.slice(at + 1)),
];

/** As `slipsOf`, of a word that is no name: its end may be another, too. */
export const slipsToTheEnd = (word: string): readonly string[] => [
  ...slipsOf(word),
  swapAt(word, word.length - 2),
  word.slice(0, -1),
];

/** What slips make of words, by the word that was meant. What is a word itself is no slip. */
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
