import type { Principal, Requester } from '../../../../platform/auth/index.js';
import type { EventCause } from '../../../../platform/outbox/index.js';
import type { MappedResult } from '../../../decisions/enrichment-data/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { Execution } from './execution.js';

/** What names a request that may be sent again. */
export interface RequestKey {
  readonly id: Buffer;
  /** Of the method, address and body: another request under the same key has another. */
  readonly requestHash: Buffer;
}

/** A request for enrichments of a stored entity. */
export interface EnrichmentRequest {
  readonly principal: Principal;
  readonly entityId: string;
  /** In the order in which results are shown, each once. */
  readonly codes: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of the rules that run afterwards, once, where there is a success; null: none run. */
  readonly trigger: 'enriched' | 'created' | null;
  /** Where the balance does not suffice: `refuse` throws 402 and stores nothing, `fail` has the executions fail. */
  readonly withoutMoney: 'refuse' | 'fail';
  readonly key?: RequestKey | undefined;
}

/** A request as it is stored. */
export interface StoredRequest {
  readonly id: string;
  readonly entityId: string | null;
  readonly requestHash: Buffer | null;
  /** Empty once it has ended. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly trigger: 'enriched' | 'created' | null;
  readonly askedBy: Requester;
  /** Automations that led to it; null: somebody asked for it. */
  readonly cause: EventCause | null;
  readonly deadlineAt: Date;
  /** What rules came to, without values of sensitive fields; null: none ran. */
  readonly rules: EvaluationResponse | null;
  /** Rules were to run, and could not. */
  readonly rulesFailed: boolean;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** How a request stands. */
export interface RequestOutcome {
  readonly requestId: string;
  readonly entityId: string | null;
  readonly status: 'processing' | 'completed' | 'failed';
  /** In the order asked. */
  readonly executions: readonly Execution[];
  readonly totalCostCents: number;
  /** Milliseconds from its beginning to its end. */
  readonly totalExecutionTime: number;
  readonly rules: EvaluationResponse | null;
  readonly rulesFailed: boolean;
  /** What its results map to, by their ids, where that was read with it. */
  readonly mapped?: ReadonlyMap<string, MappedResult>;
}

/** `completed`: at least one delivered. */
export function outcomeOf(request: StoredRequest, executions: readonly Execution[]): RequestOutcome {
  const { id: requestId, entityId, createdAt, finishedAt, rules, rulesFailed } = request;
  const delivered = executions.some(({ state }) => state === 'succeeded');
  return {
    requestId,
    entityId,
    status: finishedAt === null ? 'processing' : delivered ? 'completed' : 'failed',
    executions,
    totalCostCents: executions.reduce((sum, { chargedCents }) => sum + chargedCents, 0),
    totalExecutionTime: (finishedAt ?? new Date()).getTime() - createdAt.getTime(),
    rules,
    rulesFailed,
  };
}
