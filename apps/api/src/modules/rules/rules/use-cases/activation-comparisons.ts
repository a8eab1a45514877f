import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';

/** A set that is in force again, beside the one that was in force until then. */
export interface ActivationComparison {
  readonly version: string;
  readonly previousVersion: string;
  /** Since when the set did not decide; null: it was never out of force. */
  readonly since: string | null;
}

/** Begins a dry run of past records through both; its id. */
export type StartComparison = (
  principal: Principal,
  comparison: ActivationComparison & { readonly since: string },
  now: Date,
) => Promise<string>;

/** What would have been decided otherwise had a set stayed in force; told by the module of dry runs when it is made. */
@Injectable()
export class ActivationComparisons {
  private compare: StartComparison | null = null;

  registerComparison(compare: StartComparison): void {
    this.compare = compare;
  }

  /** The id of the dry run; null where none begins: what is in force is in force whether it is compared or not. */
  async start(principal: Principal, comparison: ActivationComparison, now: Date): Promise<string | null> {
    const { since } = comparison;
    if (!this.compare || since === null) return null;
    try {
      return await this.compare(principal, { ...comparison, since }, now);
    } catch (error) {
      // As many as an organization may have at once are unfinished.
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}
