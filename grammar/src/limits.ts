/** Limits that reading a text must hold to stay fast and never overflow the stack. Section 5 of the language manual. */

/** Bytes of UTF-8 in one source. A file of 2,000 ordinary rules has about half of this. */
export const maxSourceBytes = 1_048_576;

/** Brackets and prefix operators open at one place. Nobody can read more, and every later pass recurses this deep. */
export const maxNesting = 32;

/** Tokens of a broken declaration of which a tree with gaps is still made: recovery costs much for every mistake it meets. */
export const maxRecoveryTokens = 1_000;

/** Declarations with a syntax error in one source. Nobody reads on, and each costs as much as a hundred right words. */
export const maxParseErrors = 100;

/** Steps of one path; no field lies deeper. */
export const maxPathSteps = 16;

/** Items between two brackets, whatever they hold: the longest list of the language. */
export const maxBracketItems = 1_000;

/** Tokens of a rule outside its lists and tests: ten for every node that a rule may have, more than any node needs. */
export const maxRuleTokens = 10_000;

/** Tokens of one test: a thousand records of fifty each. */
export const maxTestTokens = 50_000;

/** Characters of one source that may not stand there and are told; all are read as spaces. */
export const maxLexProblems = 1_000;

/** Brackets open at one place of the text. What stands behind is not even cut into words; far more than mistakes ever leave open. */
export const maxOpenBrackets = 1_000;

/** Declarations of one source: those of the largest rule set, with tests beside them. */
export const maxDeclarations = 8_000;

/** Words and signs without a line that starts at the margin: a rule with all the tests that anybody writes. */
export const maxDeclarationWords = 60_000;

/** Characters that are cut into tokens at a time, and the line they end in: about fifty rules. */
export const batchCharacters = 16_384;

/** Characters at a time that are cut into tokens whatever they are; looking first would cost more than it saves. */
export const alwaysReadableCharacters = 131_072;
