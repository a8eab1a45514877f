import { Injectable } from '@nestjs/common';
import type { AppliedActions, EvaluationOutcome } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import { canReadSensitive, maskTextFor } from '../domain/masking.js';
import { toStoredEvaluation } from '../domain/stored-evaluation.js';
import { findEvaluation } from '../persistence/evaluation-records.js';
import { findEvaluationResult } from '../persistence/evaluation-store.js';
import { summaryJson } from './decide-record.js';

/** Renders the original response to an evaluation again. */
@Injectable()
export class StoredSummaries {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Returns the JSON text of the summary of a stored evaluation, as the caller may see it. Evaluates nothing. Throws if there is no such
   * evaluation.
   */
  async readSummary(principal: Pick<Principal, 'organizationId' | 'scopes'>, evaluationId: string): Promise<string> {
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const result = await findEvaluationResult(client, organizationId, evaluationId, numbers);
    if (!result) throw new Error(`evaluation ${evaluationId} is not stored`);
    const set = await this.ruleSets.loadPublication(client, organizationId, result);
    const outcome = JSON.parse(result.outcome) as EvaluationOutcome;
    const summary = summaryJson(set, outcome, JSON.parse(result.applied) as AppliedActions, 'full');
    if (canReadSensitive(principal)) return summary;
    const row = await findEvaluation(client, organizationId, evaluationId, numbers);
    return maskTextFor(principal, toStoredEvaluation(row!, set).decided, summary);
  }
}
