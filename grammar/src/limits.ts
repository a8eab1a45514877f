/** Limits that keep parsing fast and prevent stack overflows. Section 5 of the language manual. */

/** UTF-8 bytes of one source. A file with 2,000 ordinary rules has about half of this. */
export const maxSourceBytes = 1_048_576;

/** Brackets and prefix operators that are open at one position. More would be unreadable, and every later pass recurses to this depth. */
export const maxNesting = 32;

/** Tokens of a broken declaration for which a tree with gaps is still built, because error recovery is expensive for every error. */
export const maxRecoveryTokens = 1_000;

/** Declarations with a syntax error in one source. Nobody reads more errors, and each costs as much as a hundred correct words. */
export const maxParseErrors = 100;

/** Steps of one path. No field is nested more deeply. */
export const maxPathSteps = 16;

/** Items between two brackets of any kind: the longest list of the language. */
export const maxBracketItems = 1_000;

/** Tokens of a rule outside of its lists and tests: ten for every node that a rule may have, more than any node needs. */
export const maxRuleTokens = 10_000;

/** Tokens of one test: a thousand records with fifty tokens each. */
export const maxTestTokens = 50_000;

/** Forbidden characters of one source that are reported. All of them are read as spaces. */
export const maxLexProblems = 1_000;

/** Brackets that are open at one position of the text. Text after that is not even tokenized. Mistakes never leave this many open. */
export const maxOpenBrackets = 1_000;

/** Declarations of one source: those of the largest rule set, with separate tests. */
export const maxDeclarations = 8_000;

/** Words and signs without a line that starts at the margin: a rule with more tests than anybody writes. */
export const maxDeclarationWords = 60_000;

/** Characters that are tokenized at a time, extended to the end of the line: about fifty rules. */
export const batchCharacters = 16_384;

/** Number of characters that are tokenized without a check of their content, which would cost more than it saves. */
export const alwaysReadableCharacters = 131_072;
