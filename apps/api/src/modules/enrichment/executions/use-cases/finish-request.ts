import { Injectable } from '@nestjs/common';

import { type AuditedChanges, byPrincipal, recordAudits } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { type OutboxEvent, withCause, writeEvents } from '../../../../platform/outbox/index.js';
import { EnrichmentData } from '../../../decisions/enrichment-data/index.js';
import { type EvaluationResponse, maskedResponse } from '../../../decisions/evaluations/index.js';
import { type EntityEvaluation, EvaluateEntity } from '../../../parties/entities/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { outcomeOf, type RequestOutcome, type StoredRequest } from '../domain/enrichment-request.js';
import { type Execution, isFinished } from '../domain/execution.js';
import { findExecutions } from '../persistence/execution-store.js';
import { endRequests, lockRequests, type RequestEnd } from '../persistence/request-store.js';
import { SharedTransactions } from './shared-transactions.js';

interface RequestToFinish {
  readonly requestId: string;
  readonly entityId: string | null;
  /** The caller to whom the rule results are shown, according to their permissions. Absent to omit values of sensitive fields. */
  readonly principal?: Principal | undefined;
  /** Set if the rules failed repeatedly and are not evaluated any more. */
  readonly withoutRules?: boolean;
}

/** A request whose executions end in the transaction that completes it. */
export interface SettledRequest {
  readonly request: StoredRequest;
  readonly own: readonly Execution[];
}

/** What is written after all requests of a transaction were processed. */
interface Written {
  readonly ends: RequestEnd[];
  readonly events: OutboxEvent[];
  readonly audits: AuditedChanges[];
}

/**
 * Completes requests whose executions have ended: evaluates rules once, stores their result and announces it. Concurrent requests of one
 * organization share a transaction.
 */
@Injectable()
export class FinishRequest {
  /** Resolves to `null` if some executions have not ended. */
  readonly finish: (organizationId: string, asked: RequestToFinish) => Promise<RequestOutcome | null>;

  constructor(
    private readonly data: EnrichmentData,
    private readonly entities: EvaluateEntity,
    transactions: SharedTransactions,
  ) {
    // While the rules of some requests are evaluated, others are stored.
    this.finish = transactions.of({ movesMoney: false }, (...asked) => this.finishAll(...asked));
  }

  private async finishAll(
    client: Transaction,
    organizationId: string,
    requests: readonly RequestToFinish[],
  ): Promise<readonly (RequestOutcome | null)[]> {
    const ids = requests.map(({ requestId }) => requestId);
    const [stored, executions, triggers] = await Promise.all([
      lockRequests(client, organizationId, ids),
      findExecutions(client, organizationId, ids),
      this.triggersOfRules(client, organizationId),
    ]);
    const written: Written = { ends: [], events: [], audits: [] };
    const outcomes = new Map<RequestToFinish, RequestOutcome>();
    // In a fixed order, so that two processes do not deadlock on each other's entities.
    for (const asked of [...requests].sort((a, b) => ((a.entityId ?? '') < (b.entityId ?? '') ? -1 : 1))) {
      const request = stored.get(asked.requestId);
      const own = executions.filter(({ requestId }) => requestId === asked.requestId);
      if (!request || !own.every(isFinished)) continue;
      // A further caller that waits for the same request reads its state again.
      stored.delete(asked.requestId);
      const outcome = request.finishedAt
        ? outcomeOf(request, own)
        : await this.end(client, { request, own, asked, triggers }, written);
      outcomes.set(asked, outcome);
    }
    await write(client, organizationId, written);
    const mapped = await this.data.mappedOf(organizationId, executions.filter(isDelivered).map(resultIdOf), client);
    return requests.map((asked) => {
      const outcome = outcomes.get(asked);
      return outcome ? { ...outcome, mapped } : null;
    });
  }

  /**
   * Returns those requests that the process settling their last execution may complete in the same transaction with `endWithoutRules`,
   * because no rules are evaluated afterwards. They are locked until the transaction ends.
   */
  async lockWithoutRules(
    client: Transaction,
    organizationId: string,
    requestIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRequest>> {
    if (requestIds.length === 0) return new Map();
    const [stored, triggers] = await Promise.all([
      lockRequests(client, organizationId, requestIds),
      this.triggersOfRules(client, organizationId),
    ]);
    for (const { id, trigger, finishedAt } of stored.values())
      if (finishedAt !== null || (trigger !== null && triggers.has(trigger))) stored.delete(id);
    return stored;
  }

  /** Completes the requests and returns their results, in order. */
  async endWithoutRules(
    client: Transaction,
    organizationId: string,
    settled: readonly SettledRequest[],
  ): Promise<readonly RequestOutcome[]> {
    const written: Written = { ends: [], events: [], audits: [] };
    const outcomes = settled.map(({ request, own }) => {
      const outcome = outcomeOf({ ...request, finishedAt: new Date() }, own);
      written.ends.push({ id: request.id, rules: null, rulesFailed: false });
      written.events.push(...announcementOf(request, outcome));
      return outcome;
    });
    await write(client, organizationId, written);
    return outcomes;
  }

  /** Returns the triggers on which rules may be evaluated after a request has ended. */
  private async triggersOfRules(client: Transaction, organizationId: string): Promise<ReadonlySet<string>> {
    const [{ rulesAfterEnrichment }, triggers] = await Promise.all([
      findSettings(client, organizationId),
      this.entities.reactions(client, organizationId, ['enriched', 'created']),
    ]);
    return new Set([...triggers].filter((trigger) => trigger !== 'enriched' || rulesAfterEnrichment));
  }

  private async end(
    client: Transaction,
    { request, own, asked, triggers }: EndedRequest,
    { ends, events, audits }: Written,
  ): Promise<RequestOutcome> {
    const { withoutRules = false, principal } = asked;
    const ended: StoredRequest = { ...request, rulesFailed: withoutRules, finishedAt: new Date() };
    const isWanted = !withoutRules && request.trigger !== null && triggers.has(request.trigger);
    const evaluate = () => this.evaluate(client, outcomeOf(ended, own), request, principal);
    const evaluation = isWanted ? await withCause(request.cause, evaluate) : null;
    const rules = evaluation && shownToAnybody(evaluation);
    ends.push({ id: request.id, rules, rulesFailed: withoutRules });
    const outcome = outcomeOf({ ...ended, rules: evaluation?.answer ?? null }, own);
    events.push(...announcementOf(request, outcome));
    if (evaluation) audits.push({ subject: byPrincipal(request.askedBy), entries: evaluation.entries });
    return outcome;
  }

  private async evaluate(
    client: Transaction,
    outcome: RequestOutcome,
    { entityId, trigger, askedBy }: StoredRequest,
    principal: Principal | undefined,
  ): Promise<EntityEvaluation | null> {
    if (entityId === null || trigger === null) return null;
    if (trigger === 'enriched' && outcome.status !== 'completed') return null;
    const by = principal ?? { ...askedBy, scopes: new Set<string>() };
    return this.entities.evaluateStored(client, entityId, { principal: by, trigger, matrixIds: [] });
  }
}

/** A request whose executions have all ended. */
interface EndedRequest {
  readonly request: StoredRequest;
  readonly own: readonly Execution[];
  readonly asked: RequestToFinish;
  /** Triggers on which rules may be evaluated. */
  readonly triggers: ReadonlySet<string>;
}

async function write(client: Transaction, organizationId: string, { ends, events, audits }: Written): Promise<void> {
  if (ends.length === 0) return;
  endRequests(client, organizationId, ends);
  await writeEvents(client, events);
  if (audits.length > 0) await recordAudits(client, organizationId, audits);
}

const isDelivered = ({ state }: Execution): boolean => state === 'succeeded';

const resultIdOf = ({ id, leaderId }: Execution): string => leaderId ?? id;

const shownToAnybody = ({ report, answer }: EntityEvaluation): EvaluationResponse =>
  maskedResponse({ scopes: new Set() }, report, answer);

/** Requests without a stored entity are not announced. */
function announcementOf(
  { askedBy: { organizationId }, cause }: StoredRequest,
  outcome: RequestOutcome,
): readonly OutboxEvent[] {
  const { entityId, requestId, status, executions, totalCostCents } = outcome;
  if (entityId === null) return [];
  const event = status === 'completed' ? 'enrichment.completed' : 'enrichment.failed';
  const results = executions.map(({ id, leaderId, integrationCode, state, chargedCents, problem }) => ({
    enrichmentId: leaderId ?? id,
    integrationCode,
    success: state === 'succeeded',
    costCents: chargedCents,
    error: problem,
  }));
  return [{ organizationId, event, cause, payload: { requestId, entityId, status, totalCostCents, results } }];
}
