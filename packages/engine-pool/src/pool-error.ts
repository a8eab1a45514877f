/**
 * `unknown_set`: no set was loaded under that key. `set_invalid`: its rules do not compile. `deadline`: no answer in time, and
 * the worker was ended. `crashed`: the worker died twice on this batch. `failed`: the evaluation threw, which is a defect.
 * `closed`: the pool is being destroyed.
 */
export type PoolErrorReason = 'unknown_set' | 'set_invalid' | 'deadline' | 'crashed' | 'failed' | 'closed';

/** The evaluation as a whole did not happen: there are no partial results. */
export class PoolError extends Error {
  override readonly name = 'PoolError';

  constructor(
    readonly reason: PoolErrorReason,
    message: string,
  ) {
    super(message);
  }
}
