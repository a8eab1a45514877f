/** Something the language of rules has no equal for. The rule it stands in is not imported. */
export interface Refusal {
  /** Where in the source: `[2].conditions.all[0].operator`, or a line and column. */
  readonly at: string;
  /** What it is, by its name, and why not. */
  readonly reason: string;
}

export interface ImportedRule {
  readonly key: string;
  /** One rule, formatted, with its comments. */
  readonly source: string;
}

/** Rules that mean what they meant, and what was refused. */
export interface ImportResult {
  readonly rules: readonly ImportedRule[];
  readonly refused: readonly Refusal[];
}

export interface ImportOptions {
  /**
   * What rules read by a name of their own, by that name: `{"age": "origin.ageYears"}`. A dot that is part of a step stands behind a
   * backslash.
   */
  readonly fields?: Readonly<Record<string, string>>;
  /** Below which open object the other names stand; left out: `transaction.metadata`. */
  readonly defaultPath?: readonly string[];
}
