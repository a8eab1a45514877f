/** Limits that reading a text must hold to stay fast and never overflow the stack. Section 5 of the language manual. */

/** Bytes of UTF-8 in one source. A file of 2,000 ordinary rules has about half of this. */
export const maxSourceBytes = 1_048_576;

/** Brackets and prefix operators open at one place. Nobody can read more, and every later pass recurses this deep. */
export const maxNesting = 32;

/** Tokens of a broken declaration of which a tree with gaps is still made: recovery costs much for every mistake it meets. */
export const maxRecoveryTokens = 1_000;

/** Declarations with a syntax error in one source. Nobody reads on, and each costs as much as a hundred right words. */
export const maxParseErrors = 100;
