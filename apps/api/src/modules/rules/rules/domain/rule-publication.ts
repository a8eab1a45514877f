/** That a version of a rule was put in force. Pure JSON. */
export interface RulePublication {
  readonly version: number;
  /** `shadow`: also beside the version that decides. */
  readonly status: 'active' | 'shadow';
  readonly reason: string | null;
  readonly evidence: { readonly dryRunId: string } | null;
  /** Who asked for it. */
  readonly publishedBy: string;
  /** The second person, where one was needed. */
  readonly approvedBy: string | null;
  /** ISO 8601. */
  readonly publishedAt: string;
}
