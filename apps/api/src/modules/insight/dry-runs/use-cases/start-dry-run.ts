import { Injectable } from '@nestjs/common';
import type { Label } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { type Principal, assertPermission } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, findDropped, type Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import {
  countSensitiveQuestions,
  everyRecord,
  sensitiveConditions,
  requireFactsRead,
} from '../../../decisions/evaluations/index.js';
import { compileStoredRuleSet } from '../domain/compile-stored-rule-set.js';
import { type DryRun, type DryRunKind, replayedTypeOf } from '../domain/dry-run.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import {
  type LabelRule,
  type ReplayedType,
  type ReplayPlan,
  defaultLabels,
  type Visibility,
} from '../domain/replay-plan.js';
import { countUnfinished, insertDryRun, lockDryRunStart } from '../persistence/dry-run-store.js';
import { type BaselineReference, BuildCandidate, type CandidateRequest } from './build-candidate.js';
import { CompileFilter } from './compile-filter.js';
import { findTransactionIds } from '../../../events/transactions/index.js';
import { findUserEventIds } from '../../../events/user-events/index.js';
import { findEntityIds } from '../../../parties/entities/index.js';

/** Returns ids of records by external id. Records that are not stored are left out. */
function resolveExternalIds(
  client: Queryable,
  organizationId: string,
  recordType: ReplayedType,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  switch (recordType) {
    case 'transaction':
      return findTransactionIds(client, organizationId, externalIds);
    case 'user_event':
      return findUserEventIds(client, organizationId, externalIds);
    case 'person':
    case 'company':
      return findEntityIds(client, organizationId, recordType, externalIds);
  }
}

export interface RequestedLabels extends Partial<LabelRule> {
  /** Labels by external id of the records. */
  readonly inlineByExternalId?: ReadonlyMap<string, Label>;
}

/** Selects the records to replay, and what is recorded about them. */
export interface ReplayRequest {
  /** Logical times, ISO 8601, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly recordType?: ReplayedType | undefined;
  readonly visibility?: Visibility | undefined;
  /** Whether each side sees the effects of its own rules. */
  readonly overlay?: boolean | undefined;
  /** JSON condition for the records that are evaluated. */
  readonly filter?: object | undefined;
  readonly against?: BaselineReference | undefined;
  readonly sample?: { readonly rate: number; readonly seed: number } | undefined;
  readonly labels?: RequestedLabels | undefined;
  readonly analystMinutesPerAlert?: number | undefined;
  readonly keepMatches?: number | undefined;
  readonly name?: string | undefined;
}

export type DryRunRequest = CandidateRequest & ReplayRequest;

/** Counts of a dry run reveal information about everything that its rules and filter read. Throws 403 if the caller may not read that. */
function requireReplayRead(principal: Principal, request: ReplayRequest, shown: RuleSetContent): void {
  requireFactsRead(principal, replayedTypeOf({ request }), compileStoredRuleSet(shown));
  if (request.filter) assertPermission(principal, 'entities:read');
}

const dayMs = 86_400_000;

/** Tables that contain the records, or the evaluations that show their past state. */
const sourceTables = {
  transaction: 'transactions',
  user_event: 'user_events',
  person: 'evaluations',
  company: 'evaluations',
} as const;

/** Starts dry runs: the request is resolved immediately, and the records are replayed by the process that takes the job. */
@Injectable()
export class StartDryRun {
  constructor(
    private readonly database: TenantDatabase,
    private readonly candidates: BuildCandidate,
    private readonly filters: CompileFilter,
  ) {}

  /**
   * Starts a dry run. Throws 422 `INVALID_SOURCE` with diagnostics, 422 `INVALID_RANGE`, 404 `RULE_SET_NOT_FOUND`, 404 `PARAM_NOT_FOUND`,
   * 422 `PARAM_OUT_OF_RANGE`, and 409 `TOO_MANY_DRY_RUNS`.
   */
  async start(principal: Principal, request: DryRunRequest, now: Date): Promise<DryRun> {
    checkPeriod(request);
    const { candidate, baseline } = await this.candidates.build(
      principal.organizationId,
      request,
      request.against ?? 'active',
    );
    const sides = { baseline, candidates: [{ name: 'candidate', content: candidate }] };
    return this.enqueue(principal, { kind: 'dry_run', shown: candidate, request, sides }, now);
  }

  /** Stores the resolved request as a job. Throws 429 if the caller has used too many conditions on fields that they may not see. */
  async enqueue(
    principal: Principal,
    asked: {
      readonly kind: DryRunKind;
      readonly request: ReplayRequest;
      readonly sides: Pick<ReplayPlan, 'baseline' | 'candidates'>;
      /** The candidate that is displayed. */
      readonly shown: RuleSetContent;
    },
    now: Date,
  ): Promise<DryRun> {
    const { organizationId } = principal;
    const { kind, request, sides, shown } = asked;
    const recordType = replayedTypeOf({ request });
    requireReplayRead(principal, request, shown);
    await this.checkRetention(organizationId, recordType, request);
    const { labels, notStored } = await this.resolveLabels(organizationId, recordType, request.labels ?? {});
    const filter = request.filter ? await this.filters.compile(organizationId, recordType, request.filter) : null;
    const plan: ReplayPlan = {
      ...sides,
      recordType,
      from: new Date(request.from).toISOString(),
      to: new Date(request.to).toISOString(),
      asOf: now.toISOString(),
      visibility: request.visibility ?? 'arrival',
      overlay: request.overlay === true,
      filter,
      sample: request.sample ?? null,
      labels: { ...defaultLabels, ...definedMembers(labels) },
      analystMinutesPerAlert: request.analystMinutesPerAlert ?? dryRunLimits.usualMinutesPerAlert,
      keepMatches: request.keepMatches ?? dryRunLimits.usualMatches,
    };
    const run: DryRun = {
      ...{ organizationId, id: newId(now.getTime()), kind, name: request.name ?? null, status: 'queued' },
      request: toStoredRequest(request, notStored),
      candidate: {
        ...(await this.candidates.toSideView(organizationId, shown)),
        ...(kind === 'dry_run' && { cost: await this.candidates.costOf(organizationId, shown, now) }),
      },
      baseline: sides.baseline && (await this.candidates.toSideView(organizationId, sides.baseline)),
      ...{ recordsDone: 0, recordsTotal: null, result: null, error: null, evidenceOf: [] },
      createdBy: principal.actor.id,
      createdAt: now,
      startedAt: null,
      finishedAt: null,
    };
    const expiresAt = new Date(now.getTime() + dryRunLimits.resultDays * dayMs);
    await this.database.transaction(organizationId, async (client) => {
      await lockDryRunStart(client, organizationId);
      if ((await countUnfinished(client, organizationId)) >= dryRunLimits.unfinished)
        throw new ApiError(
          'TOO_MANY_DRY_RUNS',
          `${dryRunLimits.unfinished} dry runs and sweeps are unfinished; wait for one to end or cancel one`,
        );
      await countSensitiveQuestions(client, principal, [everyRecord], questionsOf(plan));
      await insertDryRun(client, run, { plan, expiresAt });
      await recordAudit(client, byPrincipal(principal), [
        {
          event: `${kind}_started`,
          resourceType: 'dry_run',
          resourceId: run.id,
          summary: `a ${kind === 'sweep' ? 'sweep' : 'dry run'} over ${plan.from} to ${plan.to} began`,
          relatedIds: { ruleSetVersion: run.candidate.ruleSetVersion },
        },
      ]);
    });
    return run;
  }

  /** Returns labels keyed by record id only, and how many refer to a record that is not stored. */
  private async resolveLabels(
    organizationId: string,
    recordType: ReplayedType,
    { inlineByExternalId = new Map(), ...rule }: RequestedLabels,
  ): Promise<{ readonly labels: Partial<LabelRule>; readonly notStored: number }> {
    const named = [...inlineByExternalId.keys()];
    const ids = await resolveExternalIds(
      this.database.forOrganization(organizationId),
      organizationId,
      recordType,
      named,
    );
    if (named.length === 0) return { labels: rule, notStored: 0 };
    const found = [...ids].map(([externalId, id]) => [id, inlineByExternalId.get(externalId)] as const);
    const inline = { ...(Object.fromEntries(found) as Record<string, Label>), ...rule.inline };
    return { labels: { ...rule, inline }, notStored: named.length - ids.size };
  }

  /** Throws 422 `INVALID_RANGE` if records of the period were dropped. */
  private async checkRetention(organizationId: string, recordType: ReplayedType, period: ReplayRequest): Promise<void> {
    const span = { from: new Date(period.from), to: new Date(period.to) };
    const dropped = await findDropped(this.database.forOrganization(organizationId), sourceTables[recordType], span);
    if (!dropped) return;
    const message = `records of ${day(dropped.from)} to ${day(dropped.until)} were deleted; choose a period without them`;
    throw new ApiError('INVALID_RANGE', `Part of the period is no longer stored: ${message}`, { from: message });
  }
}

/** Counts the conditions on sensitive fields in a replay, in its candidates and its filter. */
const questionsOf = ({ candidates, filter }: ReplayPlan): number =>
  [...candidates.map(({ content }) => content), ...(filter ? [filter] : [])].reduce(
    (count, content) => count + sensitiveConditions(compileStoredRuleSet(content)),
    0,
  );

const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns the object without undefined members, which would override the defaults. */
const definedMembers = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;

/** Returns the request as it is displayed later. Labels of single records are replaced by their number, since there may be many. */
function toStoredRequest(request: ReplayRequest, notStored: number): object {
  const { labels, ...rest } = definedMembers(request) as ReplayRequest;
  if (!labels) return rest;
  const { inline = {}, inlineByExternalId = new Map(), ...rule } = definedMembers(labels) as RequestedLabels;
  const inlineCount = Object.keys(inline).length + inlineByExternalId.size;
  const counts = { ...(inlineCount > 0 && { inlineCount }), ...(notStored > 0 && { inlineNotStored: notStored }) };
  return { ...rest, labels: { ...rule, ...counts } };
}

/** Throws 422 `INVALID_RANGE`. */
export function checkPeriod({ from, to }: ReplayRequest): void {
  const lengthMs = Date.parse(to) - Date.parse(from);
  if (lengthMs < 0)
    throw new ApiError('INVALID_RANGE', 'The period ends before it starts', { to: 'must not be before from' });
  if (lengthMs > dryRunLimits.periodMs)
    throw new ApiError('INVALID_RANGE', 'The period is too long', { from: 'must be at most 200 years before to' });
}
