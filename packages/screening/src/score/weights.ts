/**
 * Weights from which scores are computed, in ten-thousandths. They were fitted on invented names: test/weights.test.ts shows that changing
 * a weight brings no improvement, and `npm run bench -- screening-fit` tries others and evaluates all of them on names that were not used
 * for the choice.
 */
export const weights = {
  /** By the number of different characters, multiplied by the nearness of the words. */
  edits: [10_000, 9_800, 8_600],
  /**
   * Equal consonants by sound. `farSkeleton` applies to less similar words, `sameSound` to consonants that are equal once differences
   * between languages are removed.
   */
  sameSkeleton: 9_000,
  farSkeleton: 7_400,
  sameSound: 7_800,
  /** Words that are only written in another way, in languages that write the sound of their vowels alike, and in others. */
  closeRomanization: 9_800,
  looseRomanization: 9_200,
  /** For names from a script without vowels. */
  sameConsonants: 8_600,
  /** How near words must be, apart from their sound, to count fully (`nearSound`) and to count at all (`farSound`). */
  nearSound: 0.8,
  farSound: 0.75,
  initial: 8_200,
  acronym: 8_400,
  /** Cost of words in whose stead the other name has different ones. */
  conflict: 15_000,
  /** Cost of words for which the other name has no words left, with several telling pairs and with one. */
  extra: { several: 3_500, one: 6_200 },
  /** GmbH is not AG, but it may be a mistake. */
  otherLegalForm: 1_000,
  /** Deducted from the score of the name. */
  weakAlias: 2_000,
  otherCountry: 2_000,
  birthYear: 1_500,
  birthDay: 2_500,
  otherGender: 2_000,
  /** Score that an equal identifier gives on its own. */
  identifier: 9_500,
} as const;

/** Incremented whenever the meaning of scores changes, so that a stored score shows how it was computed. */
export const scoringVersion = '6';
