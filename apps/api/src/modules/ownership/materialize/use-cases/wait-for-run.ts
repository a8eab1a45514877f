import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { leavePlace } from '../../../../platform/load/index.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import type { RunOutcome } from '../domain/materialize-run.js';
import { outcomeOf } from '../domain/run-outcome.js';
import { readNodes } from '../persistence/node-store.js';
import { findRun } from '../persistence/run-store.js';

/** The result of a run, or its result so far. */
export interface AwaitedRun extends RunOutcome {
  /** Whether the run continues; events then report its end. */
  readonly goesOn: boolean;
}

/** Waits for the end of runs, regardless of which process executes them. */
@Injectable()
export class WaitForRun {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 if the root is deleted meanwhile, and the problem of a run that failed as a whole. */
  async wait(organizationId: string, runId: string): Promise<AwaitedRun> {
    leavePlace();
    const client = this.database.forOrganization(organizationId);
    const untilMs = Date.now() + materializeLimits.waitMs;
    for (let pauseMs: number = 5; ; pauseMs = Math.min(pauseMs * 2, materializeLimits.lookMs)) {
      const run = await findRun(client, organizationId, runId);
      if (!run) throw new ApiError('ENTITY_NOT_FOUND', 'The entity was deleted in the meantime');
      if (run.problem) throw new ApiError(run.problem.code, run.problem.message);
      if (run.outcome) return { ...run.outcome, goesOn: false };
      if (Date.now() >= untilMs) {
        const soFar = outcomeOf(run, await readNodes(client, organizationId, runId));
        const error = [soFar.error, 'The run continues; events report its end']
          .filter((text) => text !== null)
          .join('. ');
        return { ...soFar, error, goesOn: true };
      }
      await delay(pauseMs);
    }
  }
}
