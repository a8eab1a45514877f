import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import { type Asked, checkInput, type ItemProblem } from '@tamis/enrichment';
import { isUUID } from 'class-validator';

import type { Principal } from '../../../../platform/auth/index.js';
import { findEnvironment, newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { leavePlace } from '../../../../platform/load/index.js';
import { Integrations, type OrganizationIntegration } from '../../integrations/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import { type EnrichmentRequest, outcomeOf, type RequestOutcome } from '../domain/enrichment-request.js';
import { fingerprintOf, problem } from '../domain/execution.js';
import { findExecutions, firstLease, type NewExecution } from '../persistence/execution-store.js';
import { findByKey, findRequest } from '../persistence/request-store.js';
import { askedAbout, isPartyRow, type PartyRow, subjectOf } from './asked-about.js';
import { BeginRequest, type ReadForPlan } from './begin-request.js';
import { FinishRequest } from './finish-request.js';
import { RunExecutions } from './run-executions.js';

/** A request in progress. */
export interface BegunRequest {
  readonly requestId: string;
  readonly entityId: string | null;
  /** Resolves when this process has done its part, with the result of the request if that completed it. */
  readonly done: Promise<RequestOutcome | null>;
}

/** Enrichment requests for stored entities: reserves the cost, calls providers outside of any transaction, settles, and evaluates rules. */
@Injectable()
export class EnrichmentRequests {
  private readonly logger = new Logger('enrichments');

  constructor(
    private readonly database: TenantDatabase,
    private readonly integrations: Integrations,
    private readonly beginning: BeginRequest,
    private readonly executions: RunExecutions,
    private readonly finishing: FinishRequest,
  ) {}

  /**
   * Returns the state of the request when its executions have ended, or after `waitMs`: then it is `processing` and continues. Throws 404
   * `ENTITY_NOT_FOUND`, 400 for an entity of another type, and 402 `INSUFFICIENT_BALANCE`. In these cases nothing is stored or called.
   */
  async enrich(request: EnrichmentRequest, waitMs?: number): Promise<RequestOutcome> {
    const begun = await this.begin(request);
    return this.wait(begun, { principal: request.principal, ...(waitMs !== undefined && { waitMs }) });
  }

  /** Lets a started request continue on its own. */
  goOn(begun: BegunRequest, principal: Principal): void {
    void this.wait(begun, { principal }).catch((error: unknown) =>
      this.logger.warn(`finishing a request failed and will be retried: ${String(error)}`),
    );
  }

  /** Returns the state of a request; `null` if there is none. */
  async find(organizationId: string, requestId: string): Promise<RequestOutcome | null> {
    const client = this.database.forOrganization(organizationId);
    const [request, executions] = await Promise.all([
      findRequest(client, organizationId, requestId),
      findExecutions(client, organizationId, [requestId]),
    ]);
    return request?.entityId ? outcomeOf(request, executions) : null;
  }

  /** Like `enrich`, for a request that was started. */
  async wait(
    { requestId, entityId, done }: BegunRequest,
    { principal, waitMs = enrichmentLimits.requestMs }: { readonly principal: Principal; readonly waitMs?: number },
  ): Promise<RequestOutcome> {
    const { organizationId } = principal;
    leavePlace();
    const untilMs = Date.now() + waitMs;
    const ended = await inTime(done, waitMs);
    if (ended) return ended;
    for (;;) {
      const outcome = await this.finishing.finish(organizationId, { requestId, entityId, principal });
      if (outcome) return outcome;
      const standing = await this.find(organizationId, requestId);
      // Its sandbox was reset meanwhile.
      if (!standing) throw entityNotFound();
      if (Date.now() >= untilMs) return standing;
      // Another process holds what it waits for.
      await delay(Math.min(enrichmentLimits.othersLookMs, Math.max(0, untilMs - Date.now())));
    }
  }

  /** Stores a request and starts its calls. `wait` returns its result and completes it. Throws like `enrich`. */
  async begin(request: EnrichmentRequest): Promise<BegunRequest> {
    const { principal, entityId, key } = request;
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const before = key && (await findByKey(client, organizationId, key.id));
    if (before) {
      if (!before.requestHash!.equals(key.requestHash))
        throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for another request');
      return { requestId: before.id, entityId: before.entityId, done: Promise.resolve(null) };
    }
    const requestId = newId();
    const wanted = { entityId: toEntityId(entityId), codes: request.codes };
    const { plan, leading } = await this.beginning.begin(
      { ...request, entityId: wanted.entityId, requestId },
      wanted,
      (read) => {
        const planned = planRequest(requestId, request, read);
        return {
          ...planned,
          executions: planned.executions.map((each) => ({ ...each, isTaken: isTakenAtOnce(each, planned) })),
        };
      },
    );
    return { requestId, entityId: plan.row.id, done: this.ask(plan, { requestId, leading, principal }) };
  }

  /**
   * Stores a request for an entity stored in the transaction of `client`. After the commit, the caller calls `launch`, or leaves the
   * request to the next sweep of any process.
   */
  async beginWithin(
    client: Transaction,
    request: Omit<EnrichmentRequest, 'entityId' | 'key'>,
    row: PartyRow,
    isLeft: boolean,
  ): Promise<{ readonly requestId: string; readonly launch: () => BegunRequest }> {
    const { principal } = request;
    const requestId = newId();
    const [integrations, environment] = await Promise.all([
      this.integrations.forOrganization(principal.organizationId, request.codes),
      findEnvironment(this.database.forOrganization(principal.organizationId), principal.organizationId),
    ]);
    const plan = planRequest(requestId, request, { row, integrations, isSandbox: environment !== 'production' });
    const { executions } = plan;
    const leading = await this.beginning.beginWithin(client, {
      ...request,
      requestId,
      entityId: row.id,
      executions,
      isLeft,
    });
    return {
      requestId,
      launch: () => ({ requestId, entityId: row.id, done: this.ask(plan, { requestId, leading, principal }) }),
    };
  }

  private async ask(
    { row, known, asked, isSandbox, executions }: PlannedRequest,
    { requestId, leading, principal }: LedRequest,
  ): Promise<RequestOutcome | null> {
    const { organizationId } = principal;
    const isOnly = executions.length === 1;
    const running = executions
      .filter(({ id }) => leading.has(id))
      .map((execution) => {
        const { provider, settings } = known.get(execution.integrationCode)!;
        const deadlineMs = Date.now() + enrichmentLimits.requestMs;
        const asking = { provider, settings, entityId: row.id, asked, isSandbox, deadlineMs };
        const call = { organizationId, executionId: execution.id, ...asking };
        const planned = { call, requestId, requester: principal, target: { entity: subjectOf(row) }, isOnly };
        const { id, isTaken } = execution;
        return this.executions.execute(isTaken ? { ...planned, lease: firstLease(id) } : planned);
      });
    const ended = await Promise.all(running);
    return ended.find((each) => each?.outcome)?.outcome ?? null;
  }
}

/** Returns the result of work; `null` if it is not done in time and continues. */
async function inTime<T>(work: Promise<T | null>, waitMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, waitMs, null)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A stored request with those of its executions that call providers themselves. */
interface LedRequest {
  readonly requestId: string;
  readonly leading: ReadonlySet<string>;
  readonly principal: Principal;
}

interface ExecutionContext {
  readonly codes: readonly string[];
  readonly known: ReadonlyMap<string, OrganizationIntegration>;
  readonly asked: Asked;
  readonly isSandbox: boolean;
}

interface PlannedRequest extends ExecutionContext {
  readonly row: PartyRow;
  readonly executions: readonly NewExecution[];
}

/** An id that is not a UUID does not belong to any entity. */
function toEntityId(id: string): string {
  if (!isUUID(id)) throw entityNotFound();
  return id.toLowerCase();
}

const entityNotFound = (): ApiError => new ApiError('ENTITY_NOT_FOUND', 'Entity not found');

/** Throws 404 if the entity does not exist, and 400 if its type is not supported. */
function planRequest(
  requestId: string,
  { codes, parameters }: Pick<EnrichmentRequest, 'codes' | 'parameters'>,
  { row, integrations: known, isSandbox }: ReadForPlan,
): PlannedRequest {
  if (!row) throw entityNotFound();
  if (!isPartyRow(row)) throw invalid({ entityId: `must be a person or a company, but is a ${row.type}` });
  const context = { codes, known, asked: askedAbout(row, parameters), isSandbox };
  return { ...context, row, executions: planExecutions(row.id, requestId, context) };
}

/**
 * Claiming it at once saves a later statement. Calls that must not be repeated are claimed only when they are made, so that it is known
 * whether they were.
 */
const isTakenAtOnce = ({ integrationCode, problem }: NewExecution, { known }: ExecutionContext): boolean =>
  problem === null && known.get(integrationCode)?.provider.calls.repeat !== 'unsafe';

function planExecutions(entityId: string, requestId: string, context: ExecutionContext): readonly NewExecution[] {
  const { codes, known, asked } = context;
  return codes.map((code, position) => {
    const failed = problemOf(code, context);
    return {
      id: newId(),
      requestId,
      entityId,
      position,
      integrationCode: code,
      fingerprint: failed ? null : fingerprintOf(entityId, code, asked),
      leaderId: null,
      priceCents: failed ? 0 : known.get(code)!.priceCents,
      problem: failed,
      isTaken: false,
    };
  });
}

/** Returns why an integration cannot be called; `null` if it can. */
function problemOf(code: string, { codes, known, asked, isSandbox }: ExecutionContext): ItemProblem | null {
  const integration = known.get(code);
  if (!integration) return problem('INTEGRATION_NOT_FOUND', `Unknown integration ${code}`);
  if (integration.problem) return integration.problem;
  const others = codes.flatMap((other) => known.get(other)?.provider.input.parameters.map(({ name }) => name) ?? []);
  return checkInput(integration.provider, asked, { isSandbox, otherParameters: others });
}
