/**
 * `unknown_set`: no set was loaded under that key. `set_invalid`: its rules do not compile. `deadline`: there was no result in time, and
 * the worker was ended. `crashed`: the worker died, and again at the second attempt. `quarantined`: the set, or a rule in it, has killed
 * several workers. `overloaded`: too many evaluations are waiting. `failed`: the evaluation threw, which is a defect. `closed`: the pool is
 * being destroyed.
 */
export type PoolErrorReason =
  | 'unknown_set'
  | 'set_invalid'
  | 'deadline'
  | 'crashed'
  | 'quarantined'
  | 'overloaded'
  | 'failed'
  | 'closed';

export interface PoolErrorDetails {
  /** Milliseconds after which a retry may help. Absent if that is not known. */
  readonly retryAfterMs?: number;
  /** The rule that caused the failure, if known. */
  readonly ruleId?: string;
}

/** Failure of a whole evaluation. There are no partial results. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly retryAfterMs: number | null;
  readonly ruleId: string | null;

  constructor(
    readonly reason: PoolErrorReason,
    message: string,
    { retryAfterMs, ruleId }: PoolErrorDetails = {},
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs ?? null;
    this.ruleId = ruleId ?? null;
  }
}
