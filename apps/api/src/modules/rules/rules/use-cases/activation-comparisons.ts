import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { type ActivationComparison, DryRunPort } from '../domain/dry-run-port.js';

/** What would have been decided otherwise had a set stayed in force. */
@Injectable()
export class ActivationComparisons {
  constructor(private readonly dryRuns: DryRunPort) {}

  /** The id of the dry run; null where none begins: what is in force is in force whether it is compared or not. */
  async start(principal: Principal, comparison: ActivationComparison, now: Date): Promise<string | null> {
    const { since } = comparison;
    if (since === null) return null;
    try {
      return await this.dryRuns.startComparison(principal, { ...comparison, since }, now);
    } catch (error) {
      // As many as an organization may have at once are unfinished.
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}
