/** Why a section of text is not a word of the language. `text` is that section. Offsets are UTF-16, `end` is exclusive. */
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
