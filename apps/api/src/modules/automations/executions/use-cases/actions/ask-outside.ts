import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../../platform/auth/index.js';
import { EnrichmentRequests } from '../../../../enrichment/executions/index.js';
import type { JsonObject, RunEnrichmentConfig } from '../../../definitions/index.js';
import type { LeasedExecution } from '../../domain/execution.js';
import { StepError } from '../../domain/step-error.js';
import type { ActionResult } from './action-context.js';
import { requireId } from './action-context.js';
import { readConfig } from './perform-action.js';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Calls providers, outside of any transaction and only once, however often the step is retried. */
@Injectable()
export class AskOutside {
  constructor(private readonly requests: EnrichmentRequests) {}

  /** Enriches an entity. Throws the same errors as the route, and `STILL_PROCESSING` if the provider takes longer than callers wait. */
  async enrich(
    principal: Principal,
    { id, trigger }: LeasedExecution,
    nodeId: string,
    filled: JsonObject,
  ): Promise<ActionResult> {
    const config = readConfig('run_enrichment', filled) as RunEnrichmentConfig;
    const entityId = requireId(config.entityId, trigger.entityId, 'entityId');
    const parameters = config.parameters ?? {};
    const codes = [...new Set(config.integrationCodes)];
    const { requestId, status, executions, totalCostCents } = await this.requests.enrich({
      ...{ principal, entityId, codes, parameters, trigger: 'enriched', withoutMoney: 'refuse' },
      key: { id: hash(`auto:${id}:${nodeId}`), requestHash: hash(JSON.stringify([entityId, codes, parameters])) },
    });
    if (status === 'processing') throw new StepError('STILL_PROCESSING', 'The enrichment has not ended yet');
    const failed = executions.flatMap(({ integrationCode, problem }) =>
      problem ? [{ integrationCode, ...problem }] : [],
    );
    if (status === 'failed') {
      const [first] = failed;
      throw new StepError(first?.code ?? 'ENRICHMENT_FAILED', first?.message ?? 'No integration returned data');
    }
    return { requestId, status, totalCostCents, failed };
  }
}
