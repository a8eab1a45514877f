/** Why a stretch of text is not a word of the language. `text` is what stands there; offsets are UTF-16, `end` exclusive. */
export interface LexProblem {
  readonly kind:
    | 'forbiddenCharacter'
    | 'unexpectedCharacter'
    | 'foreignQuotes'
    | 'unclosedText'
    | 'unclosedRawText'
    | 'unclosedComment'
    | 'malformedNumber'
    | 'malformedDate'
    | 'sourceTooLarge';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
