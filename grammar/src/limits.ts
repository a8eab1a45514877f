/** Limits that reading a text must hold to stay fast and never overflow the stack. Section 5 of the language manual. */

/** Bytes of UTF-8 in one source. A file of 2,000 ordinary rules has about half of this. */
export const maxSourceBytes = 1_048_576;

/** Brackets and prefix operators open at one place. Nobody can read more, and every later pass recurses this deep. */
export const maxNesting = 32;
