import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { type ActivationComparison, DryRunPort } from '../domain/dry-run-port.js';

/** Determines which decisions would have been different if a set had stayed active. */
@Injectable()
export class ActivationComparisons {
  constructor(private readonly dryRuns: DryRunPort) {}

  /** Returns the id of the dry run; `null` if none is started, because the activation does not depend on the comparison. */
  async start(principal: Principal, comparison: ActivationComparison, now: Date): Promise<string | null> {
    const { since } = comparison;
    if (since === null) return null;
    try {
      return await this.dryRuns.startComparison(principal, { ...comparison, since }, now);
    } catch (error) {
      // The organization already has the maximum number of unfinished dry runs.
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}
