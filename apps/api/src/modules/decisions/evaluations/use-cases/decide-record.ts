import { Injectable } from '@nestjs/common';
import {
  type Context,
  type FactRequests,
  type EvaluationParams,
  matricesExecuted,
  type AppliedActions,
  type EvaluationOutcome,
} from '@tamis/engine';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError, memberText } from '../../../../platform/http/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { CurrencyRates, type RateOverride } from '../../currency-rates/index.js';
import {
  assignableMatrices,
  singleRuleScope,
  RuleEngine,
  RuleSets,
  singleRuleSet,
  emptyRuleSet,
  type LoadedRuleSet,
  type SummaryDetail,
} from '../../rule-sets/index.js';
import { gatherFurtherFacts, FactGatherer } from './gather-facts.js';
import { ScreeningPort } from '../domain/screening-port.js';
import { targetByRecordType, type RecordType, type EvaluationSubject } from '../domain/evaluation-subject.js';
import { type StorableEvaluationResult, type EvaluationReport, triggeredRules } from '../domain/evaluation-report.js';
import { outcomeWithoutDerived, canReadSensitive, maskTextFor } from '../domain/masking.js';
import { type IsChanged, watchedMatrices } from '../domain/watched-matrices.js';
import { windowLockKeys } from '../persistence/window-watermarks.js';
import { accountNumbersOf, readsOf, sealEvaluation, type RecordWrite } from '../persistence/evaluation-store.js';
import { prepareSubject } from './resolve-reads.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';

/** What a run leaves on its record, and what is said of that; the run itself is none of it. */
export interface RecordChanges {
  readonly record: RecordWrite;
  readonly events: readonly OutboxEvent[];
  readonly entries: readonly AuditEntry[];
}

/** A stored record as rules are run on it on demand, by the module that keeps it. */
export interface EvaluatedRecord {
  readonly subject: EvaluationSubject;
  /** That run when the caller names none. */
  readonly matrices: Omit<RequestedMatrices, 'named'>;
  readonly keep: (report: EvaluationReport) => RecordChanges;
}

/** A record that rules can be run on while nothing of it is kept. */
export interface EvaluableRecord {
  readonly recordType: RecordType;
  /** In the transaction of the run. */
  readonly lock: (client: Transaction) => Promise<Pick<EvaluatedRecord, 'subject'>>;
}

/** A record that is stored nowhere, as it was sent. */
export interface UnsavedRecord {
  /** As the API that would create it takes it. */
  readonly record: object;
  /** The same as text. */
  readonly raw: string;
  /** By which its worth is told. */
  readonly rates: readonly RateOverride[];
}

/** A record that exists. */
export interface StoredRecord extends EvaluableRecord {
  /** The entity whose runs follow one another; null: it waits for nobody. */
  readonly queueKey: string | null;
  /** Locks it until the transaction ends. Throws 404 when it is gone since. */
  readonly lock: (client: Transaction) => Promise<EvaluatedRecord>;
}

/** The records of one kind. */
export interface RecordSource {
  /** Throws 404 for a record the organization does not have. */
  find(organizationId: string, id: string): Promise<StoredRecord>;
  /** Throws 400 with paths below the record where the API that would create it refuses it, 404 for an entity it needs. */
  read(organizationId: string, sent: UnsavedRecord): Promise<EvaluableRecord>;
  /** Ids of the newest, the newest first. */
  newest(organizationId: string, recordType: RecordType, count: number): Promise<readonly string[]>;
}

/** JSON texts of what is answered of a run. */
export interface EvaluationResponse {
  readonly rulesResult: string;
  readonly rulesExecutionSummary: string;
}

/** JSON text of `rulesExecutionSummary`; with `hits` without the rules that did not hit. */
export function summaryJson(
  set: LoadedRuleSet,
  outcome: EvaluationOutcome,
  applied: AppliedActions,
  detail: SummaryDetail,
): string {
  return set.summaries[detail].render(outcome, applied);
}

/** JSON text of the summary of a run, as its announcement has it: without values of sensitive fields. */
export const announcedSummary = ({ decided, applied }: EvaluationReport, detail: SummaryDetail = 'full'): string =>
  summaryJson(decided.set, outcomeWithoutDerived(decided), applied.actions, detail);

/** What a run answers (shapes 5.4), as text: a summary of a thousand rules is spliced in and never walked. */
export function evaluationResponse(report: EvaluationReport, detail: SummaryDetail = 'full'): EvaluationResponse {
  const { decided, applied } = report;
  const rulesExecutionSummary = summaryJson(decided.set, decided.outcome, applied.actions, detail);
  return { rulesResult: `${resultHead(report)}${rulesExecutionSummary}}`, rulesExecutionSummary };
}

/** The answer of a run as somebody may see it. */
export function maskedResponse(
  principal: Pick<Principal, 'scopes'>,
  { decided }: Pick<EvaluationReport, 'decided'>,
  answer: EvaluationResponse,
): EvaluationResponse {
  const rulesResult = maskTextFor(principal, decided, answer.rulesResult);
  if (rulesResult === answer.rulesResult) return answer;
  return { rulesResult, rulesExecutionSummary: memberText(rulesResult, 'rulesExecutionSummary')! };
}

/**
 * The members `rulesResult` and `rulesExecutionSummary` of an answer, in parts of UTF-8: what was prepared with the set is not even
 * copied. Nobody may write to them.
 */
export function evaluationResponseChunks(
  principal: Pick<Principal, 'scopes'>,
  report: EvaluationReport,
  detail: SummaryDetail,
): readonly Uint8Array[] {
  if (!canReadSensitive(principal)) {
    const { rulesResult, rulesExecutionSummary } = maskedResponse(
      principal,
      report,
      evaluationResponse(report, detail),
    );
    return [Buffer.from(`"rulesResult":${rulesResult},"rulesExecutionSummary":${rulesExecutionSummary}`)];
  }
  const { set, outcome } = report.decided;
  const summary = set.summaries[detail].renderChunks(outcome, report.applied.actions);
  const result = Buffer.from(`"rulesResult":${resultHead(report)}`);
  return [result, ...summary, summaryMember, ...summary];
}

const summaryMember = Buffer.from('},"rulesExecutionSummary":');

/** The text of `rulesResult` up to its summary, which is its last member. */
function resultHead({ decided, applied, executionTimeMs }: EvaluationReport): string {
  const { outcome, set } = decided;
  const result = {
    success: true,
    rulesTriggered: triggeredRules(decided).length,
    alerts: applied.actions.alerts,
    riskScore: outcome.riskScore,
    riskLevel: outcome.riskLevel,
    decision: outcome.decision,
    evaluationId: applied.actions.evaluationId,
    isNewEvaluation: true,
    ruleSetVersion: set.version,
    decisionBecause: outcome.decisionBecause,
    riskMatricesExecuted: matricesExecuted(outcome, set.compiled.matrices),
    executionTimeMs,
  };
  return `${JSON.stringify(result).slice(0, -1)},"rulesExecutionSummary":`;
}

export interface DecisionRequest {
  readonly subject: EvaluationSubject;
  readonly evaluationId: string;
  /** Word of the trigger: `created`, `updated` … */
  readonly trigger: string;
  readonly matrices: RequestedMatrices;
  /** Absent: the run that is answered. */
  readonly stage?: 'async' | undefined;
  /** The one rule to run, in force. Absent: all of them. */
  readonly ruleId?: string | undefined;
  /** Of an update: what it changed. Absent: anything may have. */
  readonly isChanged?: IsChanged | undefined;
}

/** A run as the rules understand it that were in force when this process last looked. */
export interface PreparedEvaluation {
  readonly request: DecisionRequest;
  readonly context: Context;
  readonly set: LoadedRuleSet;
  readonly run: EvaluationParams;
  readonly requests: FactRequests;
  /** Keys of the locks it must hold while it is decided and stored: it shares them with the runs that it may count, or that may count it. */
  readonly locks: readonly string[];
}

/** Whether windows are made of such records. */
const isCountedInWindows: Readonly<Record<RecordType, boolean>> = {
  transaction: true,
  user_event: true,
  person: false,
  company: false,
};

/** Decides by the rules in force on records, inside the database transaction that stores the records or their change. */
@Injectable()
export class DecideRecord {
  constructor(
    private readonly ruleSets: RuleSets,
    private readonly evaluations: RuleEngine,
    private readonly rates: CurrencyRates,
    private readonly screenings: ScreeningPort,
    private readonly secrets: Secrets,
  ) {}

  /** Throws 422 for a named matrix that does not run, 403 for one of the parent that is not switched on, 409 for a rule that is not in force. */
  async prepare(client: Transaction, asked: DecisionRequest): Promise<PreparedEvaluation> {
    const { matrices } = asked;
    const { organizationId, recordType } = asked.subject;
    const last = await this.ruleSets.loadLastSeen(client, organizationId);
    const known = areAllRunning(last, matrices) ? last : await this.ruleSets.loadActive(client, organizationId);
    const absent = matrices.named.filter((id) => running(known, id) === null);
    if (absent.length > 0) await assignableMatrices(client, organizationId, absent);
    const set = effectiveRuleSet(known, asked);
    const request = { ...asked, subject: await prepareSubject(client, set, asked.subject) };
    const { subject } = request;
    const run = engineRun(set, request);
    const context = set.compiled.rules.length === 0 ? noContext : contextOf(subject);
    const requests = set.compiled.requests(context, run);
    // What no window counts need not wait for what one counts.
    const locks = isCountedInWindows[recordType] ? windowLockKeys(organizationId, requests, context) : [];
    return { request, context, set, run, requests, locks };
  }

  /**
   * Decides on records of one organization that share no lock, whose locks are held: what each reads leaves in one write, and the rules
   * of all are run at once. Null in the place of one whose rules were replaced since it was prepared: it is to be prepared again.
   */
  decide(
    client: Transaction,
    runs: readonly PreparedEvaluation[],
  ): Promise<readonly (StorableEvaluationResult | null)[]> {
    return Promise.all(runs.map((run) => this.decideOne(client, run)));
  }

  private async decideOne(
    client: Transaction,
    { request, context, set, run, requests }: PreparedEvaluation,
  ): Promise<StorableEvaluationResult | null> {
    const { organizationId, contextJson } = request.subject;
    const { ruleId } = request;
    const loadNumbers = () => this.secrets.storedAccountNumbers(client, organizationId);
    const sources = { currencies: this.rates, screenings: this.screenings, loadNumbers };
    const source = new FactGatherer(client, organizationId, sources, request.subject);
    const facts = await source.gather(requests);
    if ((facts.pointer?.revision ?? 0) !== set.revision) {
      await this.ruleSets.loadByPointer(client, organizationId, facts.pointer);
      return null;
    }
    const json = await gatherFurtherFacts(set, { context, run, requests }, facts.json, source);
    const evaluated = await this.evaluations.evaluate(set, contextJson, json, run);
    const { effects } = evaluated.outcome;
    const texts = { context: contextJson, facts: json, outcome: evaluated.outcomeJson, effects };
    const known = accountNumbersOf(texts, source.accountNumbers);
    const numbers = known && (await this.secrets.accountNumbers(client, organizationId));
    const { sealed, ...stored } = numbers ? sealEvaluation(texts, numbers, known) : { sealed: texts, effects };
    const looksUp = requests.reads.length > 0 || json !== facts.json;
    const read = { context: contextJson, facts: json };
    return {
      ...{ set, run, ...evaluated, ...stored, ...read, ...(ruleId !== undefined && { ruleId }) },
      sealed: { ...sealed, reads: looksUp ? readsOf(sealed.facts) : null },
    };
  }
}

/** Nobody reads it where there are no rules. */
const noContext: Context = {};

const contextOf = ({ context, contextJson }: EvaluationSubject): Context =>
  context?.() ?? (JSON.parse(contextJson) as Context);

function engineRun(
  set: LoadedRuleSet,
  { subject, evaluationId, trigger, stage, ...request }: DecisionRequest,
): EvaluationParams {
  const target = targetByRecordType[subject.recordType];
  const asked: EvaluationParams = {
    evaluationId,
    target,
    trigger,
    now: subject.now.getTime(),
    ...(stage && { stage }),
  };
  if (request.ruleId !== undefined) return { ...asked, ...singleRuleScope(set) };
  const chosen = chooseMatrices(set, request.matrices);
  const run = chosen === 'defaults' ? withDefaults(asked) : { ...asked, matrices: chosen === 'nothing' ? [] : chosen };
  const watched = request.isChanged && watchedMatrices(set, run, request.isChanged);
  return watched ? { ...run, matrices: watched } : run;
}

/** A run after the answer executes none where the first one did, whatever the defaults are by now. */
const withDefaults = (asked: EvaluationParams): EvaluationParams =>
  asked.stage === 'async' ? { ...asked, matrices: [] } : asked;

/** What decides of a set. */
function effectiveRuleSet(set: LoadedRuleSet, request: DecisionRequest): LoadedRuleSet {
  const { ruleId, isChanged, matrices } = request;
  if (ruleId !== undefined) {
    const alone = singleRuleSet(set, ruleId);
    if (!alone) throw new ApiError('RULE_NOT_ACTIVE', 'The rule is not in force');
    return alone;
  }
  // A run without matrices is one of the rules that have none, and not what is meant where all matrices were left out.
  if (chooseMatrices(set, matrices) === 'nothing') return emptyRuleSet(set);
  return isChanged && engineRun(set, request).matrices?.length === 0 ? emptyRuleSet(set) : set;
}

const running = ({ content }: LoadedRuleSet, id: string): string | null => {
  const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
  return matrix && matrix.status !== 'inactive' ? matrix.key : null;
};

function throwNotRunning({ content }: LoadedRuleSet, id: string): never {
  const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
  const message = matrix ? `the risk matrix ${matrix.key} is not active` : `no active risk matrix has the id ${id}`;
  throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such active risk matrix', { riskMatrixIds: message });
}

/** The matrices a run executes: those of the first member that has any; where none has, the defaults. */
export interface RequestedMatrices {
  /** By the request. Each must run. */
  readonly named: readonly string[];
  /** To the record. Of these those count that run; where none does, no rule runs. */
  readonly assigned: readonly string[];
  /** By the last run of the record, which they stay with as long as one of them runs. */
  readonly last?: readonly string[];
}

/** Whether all of them run as this set has it. */
const areAllRunning = (set: LoadedRuleSet, { named, assigned, last = [] }: RequestedMatrices): boolean =>
  [...named, ...assigned, ...last].every((id) => running(set, id) !== null);

/** Keys, in order; `nothing`: matrices are given, and none of them runs. */
type MatrixChoice = readonly string[] | 'defaults' | 'nothing';

/** Throws 422 for a matrix that is named and does not exist or does not run. */
function chooseMatrices(set: LoadedRuleSet, { named, assigned, last = [] }: RequestedMatrices): MatrixChoice {
  if (named.length > 0) return named.map((id) => running(set, id) ?? throwNotRunning(set, id));
  const keys = (assigned.length > 0 ? assigned : last).flatMap((id) => running(set, id) ?? []);
  if (keys.length > 0) return keys;
  return assigned.length > 0 ? 'nothing' : 'defaults';
}
