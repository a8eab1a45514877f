import { Injectable } from '@nestjs/common';
import type { AppliedActions, RunOutcome } from '@tamis/engine';

import { TenantDatabase } from '../../../platform/database/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import { findRunResult } from '../persistence/evaluation-store.js';
import { summaryJson } from './run-answer.js';

/** What was answered of a run, once more. */
@Injectable()
export class StoredRuns {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** JSON text of the summary of a stored run, as it was answered. Nothing is evaluated. Throws when there is no such run. */
  async summary(organizationId: string, evaluationId: string): Promise<string> {
    const result = await findRunResult(this.database.of(organizationId), organizationId, evaluationId);
    if (!result) throw new Error(`the run ${evaluationId} is not stored`);
    const set = await this.ruleSets.published(this.database.of(organizationId), organizationId, result);
    const outcome = JSON.parse(result.outcome) as RunOutcome;
    return summaryJson(set, outcome, JSON.parse(result.applied) as AppliedActions, 'full');
  }
}
