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
  /** Who is shown what rules came to, as they may see it; absent: without values of sensitive fields. */
  readonly principal?: Principal | undefined;
  /** They failed again and again, and are not tried any more. */
  readonly withoutRules?: boolean;
}

/** A request whose executions end in the transaction that ends it. */
export interface SettledRequest {
  readonly request: StoredRequest;
  readonly own: readonly Execution[];
}

/** What is written when all requests of a transaction have been looked at. */
interface Written {
  readonly ends: RequestEnd[];
  readonly events: OutboxEvent[];
  readonly audits: AuditedChanges[];
}

/**
 * Ends requests whose executions have ended: runs rules once, keeps what they came to and announces it. Those of one organization that
 * come at the same time share a transaction.
 */
@Injectable()
export class FinishRequest {
  /** Null: some executions have not ended. */
  readonly finish: (organizationId: string, asked: RequestToFinish) => Promise<RequestOutcome | null>;

  constructor(
    private readonly data: EnrichmentData,
    private readonly entities: EvaluateEntity,
    transactions: SharedTransactions,
  ) {
    // While rules of some are evaluated, others are stored.
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
    // In one order, so that two processes do not wait for each other's entities in a circle.
    for (const asked of [...requests].sort((a, b) => ((a.entityId ?? '') < (b.entityId ?? '') ? -1 : 1))) {
      const request = stored.get(asked.requestId);
      const own = executions.filter(({ requestId }) => requestId === asked.requestId);
      if (!request || !own.every(isFinished)) continue;
      // Whoever waits for the same one looks again.
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
   * Of requests, those that whoever settles their last execution may end in the same transaction with `endWithoutRules`, as no rules run
   * afterwards. Nobody else ends them before the transaction does.
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

  /** What each comes to, in order. */
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

  /** Those on which rules may run once a request has ended. */
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

/** A request all of whose executions have ended. */
interface EndedRequest {
  readonly request: StoredRequest;
  readonly own: readonly Execution[];
  readonly asked: RequestToFinish;
  /** Those on which rules may run. */
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

/** Nothing is announced of what is for no stored entity. */
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
