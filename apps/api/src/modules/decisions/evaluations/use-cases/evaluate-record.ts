import { RequestedMatrices, DecideRecord, type PreparedEvaluation } from './decide-record.js';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { AlertBatch } from '../../../casework/alerts/index.js';
import { EntityStatusPort } from '../domain/entity-status-port.js';
import { KeyedQueue } from '../../../../platform/keyed-queue.js';
import type { AppliedEffects, StorableEvaluationResult, EvaluationReport } from '../domain/evaluation-report.js';
import { cameInOrder, type RunOfGroup } from '../domain/came-in-order.js';
import type { IsChanged } from '../domain/watched-matrices.js';
import { targetByRecordType, type EvaluationSubject, type RecordType } from '../domain/evaluation-subject.js';
import { noEffects, toPlatformTrigger } from '../domain/effect-origin.js';
import { applyEffects } from './apply-effects.js';
import { lockWindows } from '../persistence/window-watermarks.js';
import { executedMatrices, isInScope, type EvaluationParams, type MatrixOutcome, type SetRule } from '@tamis/engine';
import { RuleSets, type LoadedRuleSet } from '../../rule-sets/index.js';

const asyncRulesCache = new WeakMap<LoadedRuleSet, readonly SetRule[]>();

/** Returns whether rules to be executed after the response take part in the follow-up of this evaluation. */
function hasFollowUp(set: LoadedRuleSet, run: EvaluationParams): boolean {
  let rules = asyncRulesCache.get(set);
  if (!rules) {
    rules = set.compiled.rules.filter(({ checked }) => checked.evaluate === 'async');
    asyncRulesCache.set(set, rules);
  }
  if (rules.length === 0) return false;
  const executed = executedMatrices(set.content, run);
  return rules.some((rule) => isInScope(rule, { ...run, stage: 'async' }, executed));
}

const reactionsCache = new WeakMap<object, Map<string, boolean>>();

/**
 * Returns whether any rule takes part in evaluations of such records, before or after the response, regardless of which matrices they
 * execute.
 */
export function hasReactions(
  set: Pick<LoadedRuleSet, 'content' | 'compiled'>,
  recordType: RecordType,
  trigger: string,
): boolean {
  const known = reactionsCache.get(set) ?? new Map<string, boolean>();
  reactionsCache.set(set, known);
  const target = targetByRecordType[recordType];
  const key = `${target} ${trigger}`;
  let found = known.get(key);
  if (found === undefined) {
    const choices = [[], ...(set.content.matrices ?? []).map((matrix) => [matrix])];
    found = set.compiled.rules.some((rule) => {
      const scope = { target, trigger, now: 0, stage: rule.checked.evaluate };
      return choices.some((executed) => isInScope(rule, scope, executed));
    });
    known.set(key, found);
  }
  return found;
}

/**
 * Returns the positions of the evaluations that can be decided at the same time, given their locks in order of arrival. None shares a lock
 * with an earlier one, whether that is decided in this turn or a later one.
 */
function nextConcurrentBatch(locks: readonly (readonly string[])[]): readonly number[] {
  const seen = new Set<string>();
  return locks.flatMap((own, place) => {
    const isFree = own.every((key) => !seen.has(key));
    for (const key of own) seen.add(key);
    return isFree ? [place] : [];
  });
}

export const noMatrices: RequestedMatrices = { named: [], assigned: [] };

/** Returns the ids of the executed matrices, in order. */
export const executedIds = (
  { content }: LoadedRuleSet,
  executed: readonly MatrixOutcome[] | undefined,
): readonly string[] =>
  (executed ?? []).flatMap(({ matrix }) => content.matrices?.find(({ key }) => key === matrix)?.matrixId ?? []);

export interface EvaluationRequest {
  readonly subject: EvaluationSubject;
  /** Name of the trigger: `created`, `updated`, `status_changed`, `manual` … */
  readonly trigger: string;
  readonly matrices: RequestedMatrices;
  /** `async` for the follow-up evaluation of the rules written for it. Absent for the evaluation that the response contains. */
  readonly stage?: 'async';
  /** The only rule to evaluate, which must be active, regardless of its triggers and matrices. Absent to evaluate all. */
  readonly ruleId?: string | undefined;
  /** Whether an update changed a field. Absent if any field may have changed. */
  readonly isChanged?: IsChanged | undefined;
}

interface StartedEvaluation {
  readonly request: EvaluationRequest;
  /** Position among the requests made together. */
  readonly index: number;
  readonly evaluationId: string;
  readonly evaluatedAt: Date;
  readonly startedAtMs: number;
}

interface DecidedEvaluation {
  readonly run: StartedEvaluation;
  readonly decided: StorableEvaluationResult;
}

/** The result of one of the requests to `evaluateAll`. */
export interface EvaluatedRequest {
  /** Position of the request. */
  readonly index: number;
  readonly report: EvaluationReport;
}

/** If a rule set is replaced more often than this while one record waits, there is a defect elsewhere. */
const maxReloads = 5;

/** The only way to evaluate a record, regardless of its type and the trigger. */
@Injectable()
export class EvaluateRecord {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly database: TenantDatabase,
    private readonly decide: DecideRecord,
    private readonly ruleSets: RuleSets,
    private readonly statuses: EntityStatusPort,
  ) {}

  /** Returns the triggers on which active rules may be evaluated for such records. For the others, `evaluate` has no effect. */
  async reactions(
    client: Transaction,
    organizationId: string,
    recordTypes: readonly RecordType[],
    triggers: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const set = await this.ruleSets.loadActive(client, organizationId);
    return new Set(triggers.filter((trigger) => recordTypes.some((type) => hasReactions(set, type, trigger))));
  }

  /**
   * Opens a database transaction in which rules may be evaluated. Within this process, those about one entity are executed one after the
   * other, so that a busy customer does not occupy every connection while waiting for the same lock. With a null entity it does not wait.
   * Nor does it when joining a transaction, which may hold the lock that earlier ones wait for.
   */
  inTransaction<T>(
    { organizationId }: Pick<Principal, 'organizationId'>,
    entityId: string | null,
    work: (client: Transaction) => Promise<T>,
  ): Promise<T> {
    const key = entityId && !this.database.isInTransaction() ? `${organizationId} ${entityId}` : null;
    return this.queue.runExclusive(key, () => this.database.transaction(organizationId, work));
  }

  /**
   * Gathers what the active rules read, evaluates in a worker thread, and applies the effects of hits, all within the caller's transaction.
   * The caller stores the record with the decision, and the evaluation with `storeEvaluation`. Throws 422 for a named matrix that is not
   * active, and 503 if no worker can respond. Then nothing may be stored.
   */
  async evaluate(client: Transaction, request: EvaluationRequest): Promise<EvaluationReport> {
    const reports: EvaluationReport[] = [];
    await this.evaluateAll(client, [request], (turn) =>
      Promise.resolve(void reports.push(...turn.map(({ report }) => report))),
    );
    return reports[0]!;
  }

  /**
   * Like `evaluate`, for records of one organization. `store` is called as they are decided: it must store the records and evaluations
   * before it returns, or have enqueued them. Records that share no window are decided together; the others in the given order, each after
   * the earlier ones are stored, so that they count each other as if they had arrived one by one. With `isOrdered`, throws if the order
   * would have changed a result: then each record must be evaluated separately.
   */
  async evaluateAll(
    client: Transaction,
    requests: readonly EvaluationRequest[],
    store: (turn: readonly EvaluatedRequest[]) => Promise<void>,
    isOrdered = false,
  ): Promise<void> {
    const runs: RunOfGroup[] = [];
    let turns = 0;
    await this.decideInTurns(client, requests, async (turn) => {
      turns += 1;
      const done: EvaluatedRequest[] = [];
      const alerts = new AlertBatch(client, requests[0]!.subject.organizationId);
      for (const { run, decided } of turn) {
        const { subject } = run.request;
        const { statuses } = this;
        const applied = await applyEffects(client, { subject, decided, now: run.evaluatedAt, statuses, alerts });
        done.push({ index: run.index, report: toReport(run, decided, applied) });
      }
      if (isOrdered) runs.push(...done.map((each) => ({ ...each, turn: turns })));
      await alerts.flush();
      await store(done);
    });
    if (isOrdered && !cameInOrder(runs)) throw new Error('a run needs what one before it in its group did');
  }

  /** Returns what `evaluate` would decide. Executes no actions. The result must not be stored. */
  async dryRun(client: Transaction, request: EvaluationRequest): Promise<EvaluationReport> {
    const reports: EvaluationReport[] = [];
    await this.decideInTurns(client, [request], (turn) =>
      Promise.resolve(void reports.push(...turn.map(({ run, decided }) => toReport(run, decided, noEffects(null))))),
    );
    return reports[0]!;
  }

  private async decideInTurns(
    client: Transaction,
    requests: readonly EvaluationRequest[],
    done: (turn: readonly DecidedEvaluation[]) => Promise<void>,
  ): Promise<void> {
    const held = new Set<string>();
    let waiting = requests.map((request, place) => startEvaluation(request, place));
    let prepared = await this.prepare(client, waiting);
    for (let reloads = 0; waiting.length > 0;) {
      await this.lock(client, prepared, held);
      const turn = nextConcurrentBatch(prepared.map(({ locks }) => locks));
      const decided = await this.decide.decide(
        client,
        turn.map((index) => prepared[index]!),
      );
      const over = new Set(turn.filter((_, place) => decided[place]));
      await done(
        turn.flatMap((index, place) => {
          const outcome = decided[place];
          return outcome ? [{ run: waiting[index]!, decided: outcome }] : [];
        }),
      );
      const isStale = over.size < turn.length;
      waiting = waiting.filter((_, index) => !over.has(index));
      prepared = isStale ? await this.prepare(client, waiting) : prepared.filter((_, index) => !over.has(index));
      if (isStale && (reloads += 1) === maxReloads)
        throw new Error(`the rules were replaced ${maxReloads} times during one evaluation`);
    }
  }

  private prepare(client: Transaction, runs: readonly StartedEvaluation[]): Promise<PreparedEvaluation[]> {
    return Promise.all(
      runs.map(({ request, evaluationId }) => {
        const { subject, trigger, matrices, stage, ruleId, isChanged } = request;
        return this.decide.prepare(client, { subject, evaluationId, trigger, matrices, stage, ruleId, isChanged });
      }),
    );
  }

  /** Acquires all locks at once and in a fixed order, so that two transactions cannot deadlock. */
  private async lock(client: Transaction, runs: readonly PreparedEvaluation[], held: Set<string>): Promise<void> {
    const keys = [...new Set(runs.flatMap(({ locks }) => locks))].filter((key) => !held.has(key)).sort();
    for (const key of keys) held.add(key);
    const organizationId = runs[0]?.request.subject.organizationId;
    if (organizationId !== undefined) await lockWindows(client, organizationId, keys);
  }
}

const startEvaluation = (request: EvaluationRequest, place: number): StartedEvaluation => {
  const evaluatedAt = new Date();
  return {
    request,
    index: place,
    evaluatedAt,
    evaluationId: newId(evaluatedAt.getTime()),
    startedAtMs: performance.now(),
  };
};

function toReport(
  { request, evaluatedAt, startedAtMs: since }: StartedEvaluation,
  decided: StorableEvaluationResult,
  applied: AppliedEffects,
): EvaluationReport {
  const { subject, stage, ruleId, trigger } = request;
  const executionTimeMs = Math.round((performance.now() - since) * 100) / 100;
  const target = targetByRecordType[subject.recordType];
  const isFollowed = stage === undefined && ruleId === undefined && hasFollowUp(decided.set, decided.run);
  const named = toPlatformTrigger(target, trigger);
  return { subject, decided, applied, trigger: named, isFollowed, evaluatedAt, executionTimeMs };
}
