/** Records that a version of a rule was put in force. Plain JSON. */
export interface RulePublication {
  readonly version: number;
  /** `shadow` versions may exist next to the deciding one. */
  readonly status: 'active' | 'shadow';
  readonly reason: string | null;
  readonly evidence: { readonly dryRunId: string } | null;
  /** The principal that requested the publication. */
  readonly publishedBy: string;
  /** The second person, if one was required. */
  readonly approvedBy: string | null;
  /** An ISO 8601 time. */
  readonly publishedAt: string;
}
