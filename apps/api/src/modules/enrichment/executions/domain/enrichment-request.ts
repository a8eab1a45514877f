import type { Principal, Requester } from '../../../../platform/auth/index.js';
import type { EventCause } from '../../../../platform/outbox/index.js';
import type { MappedResult } from '../../../decisions/enrichment-data/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { Execution } from './execution.js';

/** Identifies a request that may be sent again. */
export interface RequestKey {
  readonly id: Buffer;
  /** Hash of method, URL and body. It differs for another request with the same key. */
  readonly requestHash: Buffer;
}

/** A request for enrichments of a stored entity. */
export interface EnrichmentRequest {
  readonly principal: Principal;
  readonly entityId: string;
  /** Integration codes in the order of the results, without duplicates. */
  readonly codes: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Trigger of the rules evaluated afterwards, once, if any integration succeeded; `null` to evaluate none. */
  readonly trigger: 'enriched' | 'created' | null;
  /** What happens if the balance is insufficient: `refuse` throws 402 and stores nothing, `fail` makes the executions fail. */
  readonly withoutMoney: 'refuse' | 'fail';
  readonly key?: RequestKey | undefined;
}

/** A stored request. */
export interface StoredRequest {
  readonly id: string;
  readonly entityId: string | null;
  readonly requestHash: Buffer | null;
  /** Empty once the request has ended. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly trigger: 'enriched' | 'created' | null;
  readonly askedBy: Requester;
  /** Automations that caused it; `null` if a user requested it. */
  readonly cause: EventCause | null;
  readonly deadlineAt: Date;
  /** Result of the rules, without values of sensitive fields; `null` if none were evaluated. */
  readonly rules: EvaluationResponse | null;
  /** Whether rules were to be evaluated but could not be. */
  readonly rulesFailed: boolean;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** The current state of a request. */
export interface RequestOutcome {
  readonly requestId: string;
  readonly entityId: string | null;
  readonly status: 'processing' | 'completed' | 'failed';
  /** In the requested order. */
  readonly executions: readonly Execution[];
  readonly totalCostCents: number;
  /** Milliseconds from start to end. */
  readonly totalExecutionTime: number;
  readonly rules: EvaluationResponse | null;
  readonly rulesFailed: boolean;
  /** Mapped results by id, if they were read with the request. */
  readonly mapped?: ReadonlyMap<string, MappedResult>;
}

/** Returns the current state of a request. `completed` means that at least one integration delivered. */
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
