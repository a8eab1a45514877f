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

/** A request that is under way. */
export interface BegunRequest {
  readonly requestId: string;
  readonly entityId: string | null;
  /** Resolves when this process has done its part, with what the request came to where that ended it. */
  readonly done: Promise<RequestOutcome | null>;
}

/** Requests for enrichments of stored entities: reserve, ask outside of any transaction, settle, run rules. */
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
   * How the request stands when its executions have ended, or when nobody waits any longer: then it is `processing`, and goes on. Throws
   * 404 `ENTITY_NOT_FOUND`, 400 for an entity of another kind and 402 `INSUFFICIENT_BALANCE`: then nothing is stored or asked.
   */
  async enrich(request: EnrichmentRequest, waitMs?: number): Promise<RequestOutcome> {
    const begun = await this.begin(request);
    return this.wait(begun, { principal: request.principal, ...(waitMs !== undefined && { waitMs }) });
  }

  /** Has a request that was begun go on by itself. */
  goOn(begun: BegunRequest, principal: Principal): void {
    void this.wait(begun, { principal }).catch((error: unknown) =>
      this.logger.warn(`a request was not ended, and is later: ${String(error)}`),
    );
  }

  /** How a request stands. Null: there is none. */
  async find(organizationId: string, requestId: string): Promise<RequestOutcome | null> {
    const client = this.database.forOrganization(organizationId);
    const [request, executions] = await Promise.all([
      findRequest(client, organizationId, requestId),
      findExecutions(client, organizationId, [requestId]),
    ]);
    return request?.entityId ? outcomeOf(request, executions) : null;
  }

  /** As `enrich`, of a request that was begun. */
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
      // Others have what it waits for.
      await delay(Math.min(enrichmentLimits.othersLookMs, Math.max(0, untilMs - Date.now())));
    }
  }

  /** Stores a request and begins to ask; `wait` says what it comes to, and ends it. Throws as `enrich`. */
  async begin(request: EnrichmentRequest): Promise<BegunRequest> {
    const { principal, entityId, key } = request;
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const before = key && (await findByKey(client, organizationId, key.id));
    if (before) {
      if (!before.requestHash!.equals(key.requestHash))
        throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent with another request');
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
   * Stores a request for an entity that the transaction of `client` stores. Once that is committed somebody calls `launch`, unless they
   * leave it to whichever process looks next for what nobody runs.
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

/** What work comes to; null: not in time, and it goes on. */
async function inTime<T>(work: Promise<T | null>, waitMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, waitMs, null)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A request that is stored, and those of its executions that ask by themselves. */
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

/** What is no UUID is nobody's. */
function toEntityId(id: string): string {
  if (!isUUID(id)) throw entityNotFound();
  return id.toLowerCase();
}

const entityNotFound = (): ApiError => new ApiError('ENTITY_NOT_FOUND', 'Entity not found');

/** Throws 404 where the entity is not there, and 400 where it is of a kind that nobody is asked about. */
function planRequest(
  requestId: string,
  { codes, parameters }: Pick<EnrichmentRequest, 'codes' | 'parameters'>,
  { row, integrations: known, isSandbox }: ReadForPlan,
): PlannedRequest {
  if (!row) throw entityNotFound();
  if (!isPartyRow(row)) throw invalid({ entityId: `must be a person or a company, and is a ${row.type}` });
  const context = { codes, known, asked: askedAbout(row, parameters), isSandbox };
  return { ...context, row, executions: planExecutions(row.id, requestId, context) };
}

/**
 * Spares the statement that would take it later. What may not be asked twice is taken when it is asked, so that it is known whether it
 * was.
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

/** Why an integration cannot be asked; null: it can. */
function problemOf(code: string, { codes, known, asked, isSandbox }: ExecutionContext): ItemProblem | null {
  const integration = known.get(code);
  if (!integration) return problem('INTEGRATION_NOT_FOUND', `There is no integration ${code}`);
  if (integration.problem) return integration.problem;
  const others = codes.flatMap((other) => known.get(other)?.provider.input.parameters.map(({ name }) => name) ?? []);
  return checkInput(integration.provider, asked, { isSandbox, otherParameters: others });
}
