/** A construct that the rule language has no equivalent for. The rule that contains it is not imported. */
export interface Refusal {
  /** The position in the source: `[2].conditions.all[0].operator`, or a line and column. */
  readonly at: string;
  /** The name of the construct, and the reason for the refusal. */
  readonly reason: string;
}

export interface ImportedRule {
  readonly key: string;
  /** One rule, formatted, with its comments. */
  readonly source: string;
}

/** The rules with their original meaning, and the refused constructs. */
export interface ImportResult {
  readonly rules: readonly ImportedRule[];
  readonly refused: readonly Refusal[];
}

export interface ImportOptions {
  /**
   * The rule paths of names in the source, by name: `{"age": "origin.ageYears"}`. A dot that is part of a step is escaped with a backslash.
   */
  readonly fields?: Readonly<Record<string, string>>;
  /** The open object below which all other names are read; defaults to `transaction.metadata`. */
  readonly defaultPath?: readonly string[];
}
