/**
 * What scores are made of, in ten-thousandths. They were fitted on invented names: test/weights.test.ts shows that none is better
 * otherwise, and `npm run bench -- screening-fit` tries others and judges all on names that nothing was chosen by.
 */
export const weights = {
  /** By the letters that differ, times the nearness of the words. */
  edits: [10_000, 9_800, 8_600],
  /** The same consonants to the ear, and the same as far as one language hears another. */
  sameSkeleton: 9_000,
  farSkeleton: 7_400,
  sameSound: 7_800,
  /** From a script without vowels. */
  sameConsonants: 8_600,
  /** How near words must be, apart from their sound: to count in full, and at all. */
  nearSound: 0.8,
  farSound: 0.75,
  initial: 8_200,
  acronym: 8_400,
  /** What words cost that stand where the other name has different ones. */
  conflict: 15_000,
  /** What words cost where the other name has none left, beside several telling pairs and beside one. */
  extra: { several: 3_500, one: 6_200 },
  /** GmbH is not AG, but it may be a mistake. */
  otherLegalForm: 1_000,
  /** Of the name's score. */
  weakAlias: 2_000,
  otherCountry: 2_000,
  birthYear: 1_500,
  birthDay: 2_500,
  otherGender: 2_000,
  /** A score that an equal identifier gives alone. */
  identifier: 9_500,
} as const;

/** Counted up with every change of what a score is, so that a stored one tells how it was made. */
export const scoringVersion = '3';
