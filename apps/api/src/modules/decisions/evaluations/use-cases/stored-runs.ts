import { Injectable } from '@nestjs/common';
import type { AppliedActions, RunOutcome } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import { seesSensitive, tellText } from '../domain/masking.js';
import { storedRun } from '../domain/stored-run.js';
import { findEvaluation } from '../persistence/evaluation-records.js';
import { findRunResult } from '../persistence/evaluation-store.js';
import { summaryJson } from './decide-record.js';

/** What was answered of a run, once more. */
@Injectable()
export class StoredRuns {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** JSON text of the summary of a stored run, as somebody may see it. Nothing is evaluated. Throws when there is no such run. */
  async summary(principal: Pick<Principal, 'organizationId' | 'scopes'>, evaluationId: string): Promise<string> {
    const { organizationId } = principal;
    const result = await findRunResult(this.database.of(organizationId), organizationId, evaluationId);
    if (!result) throw new Error(`the run ${evaluationId} is not stored`);
    const set = await this.ruleSets.published(this.database.of(organizationId), organizationId, result);
    const outcome = JSON.parse(result.outcome) as RunOutcome;
    const summary = summaryJson(set, outcome, JSON.parse(result.applied) as AppliedActions, 'full');
    if (seesSensitive(principal)) return summary;
    const row = await findEvaluation(this.database.of(organizationId), organizationId, evaluationId);
    return tellText(principal, storedRun(row!, set).decided, summary);
  }
}
