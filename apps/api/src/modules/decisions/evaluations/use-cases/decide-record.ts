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

/** The changes an evaluation makes to its record, with their events and audit entries. The evaluation itself is not included. */
export interface RecordChanges {
  readonly record: RecordWrite;
  readonly events: readonly OutboxEvent[];
  readonly entries: readonly AuditEntry[];
}

/** A stored record for evaluation on demand, as provided by its module. */
export interface EvaluatedRecord {
  readonly subject: EvaluationSubject;
  /** The matrices executed if the caller names none. */
  readonly matrices: Omit<RequestedMatrices, 'named'>;
  readonly keep: (report: EvaluationReport) => RecordChanges;
}

/** A record that can be evaluated without storing anything about it. */
export interface EvaluableRecord {
  readonly recordType: RecordType;
  /** Called within the transaction of the evaluation. */
  readonly lock: (client: Transaction) => Promise<Pick<EvaluatedRecord, 'subject'>>;
}

/** A record that is not stored, as submitted. */
export interface UnsavedRecord {
  /** In the form accepted by the API that would create it. */
  readonly record: object;
  /** The record as JSON text. */
  readonly raw: string;
  /** Rates for converting its amount. */
  readonly rates: readonly RateOverride[];
}

/** A record that is stored. */
export interface StoredRecord extends EvaluableRecord {
  /** The entity whose evaluations are executed one after the other; `null` if it waits for none. */
  readonly queueKey: string | null;
  /** Locks the record until the transaction ends. Throws 404 if it has since been deleted. */
  readonly lock: (client: Transaction) => Promise<EvaluatedRecord>;
}

/** Provides the records of one type. */
export interface RecordSource {
  /** Returns a record. Throws 404 if the organization does not have it. */
  find(organizationId: string, id: string): Promise<StoredRecord>;
  /** Reads an unsaved record. Throws 400 with paths relative to the record if it is invalid, and 404 if a required entity is missing. */
  read(organizationId: string, sent: UnsavedRecord): Promise<EvaluableRecord>;
  /** Returns the ids of the newest records, newest first. */
  newest(organizationId: string, recordType: RecordType, count: number): Promise<readonly string[]>;
}

/** The parts of a response about an evaluation, as JSON texts. */
export interface EvaluationResponse {
  readonly rulesResult: string;
  readonly rulesExecutionSummary: string;
}

/** Returns the JSON text of `rulesExecutionSummary`. With `hits`, rules that did not hit are omitted. */
export function summaryJson(
  set: LoadedRuleSet,
  outcome: EvaluationOutcome,
  applied: AppliedActions,
  detail: SummaryDetail,
): string {
  return set.summaries[detail].render(outcome, applied);
}

/** Returns the JSON text of the summary as included in events, without values of sensitive fields. */
export const announcedSummary = ({ decided, applied }: EvaluationReport, detail: SummaryDetail = 'full'): string =>
  summaryJson(decided.set, outcomeWithoutDerived(decided), applied.actions, detail);

/** Returns the response for an evaluation (shapes 5.4) as text. A summary of a thousand rules is inserted and never traversed. */
export function evaluationResponse(report: EvaluationReport, detail: SummaryDetail = 'full'): EvaluationResponse {
  const { decided, applied } = report;
  const rulesExecutionSummary = summaryJson(decided.set, decided.outcome, applied.actions, detail);
  return { rulesResult: `${resultHead(report)}${rulesExecutionSummary}}`, rulesExecutionSummary };
}

/** Returns the response for an evaluation as the caller may see it. */
export function maskedResponse(
  principal: Pick<Principal, 'scopes'>,
  { decided }: Pick<EvaluationReport, 'decided'>,
  answer: EvaluationResponse,
): EvaluationResponse {
  const rulesResult = maskTextFor(principal, decided, answer.rulesResult);
  if (rulesResult === answer.rulesResult) return answer;
  return { rulesResult, rulesExecutionSummary: memberText(rulesResult, 'rulesExecutionSummary')! };
}

/** The members `rulesResult` and `rulesExecutionSummary` of a response as chunks of UTF-8, which callers must not modify. */
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

/** Returns the text of `rulesResult` up to its summary, which is the last member. */
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
  /** Name of the trigger: `created`, `updated` … */
  readonly trigger: string;
  readonly matrices: RequestedMatrices;
  /** Absent for the evaluation that the response contains. */
  readonly stage?: 'async' | undefined;
  /** The only rule to evaluate, which must be active. Absent to evaluate all. */
  readonly ruleId?: string | undefined;
  /** Whether an update changed a field. Absent if any field may have changed. */
  readonly isChanged?: IsChanged | undefined;
}

/** An evaluation prepared with the rules that were active when this process last checked. */
export interface PreparedEvaluation {
  readonly request: DecisionRequest;
  readonly context: Context;
  readonly set: LoadedRuleSet;
  readonly run: EvaluationParams;
  readonly requests: FactRequests;
  /** Keys of the locks to hold while it is decided and stored. It shares them with evaluations that it may count, or that may count it. */
  readonly locks: readonly string[];
}

/** Whether records of a type are counted in windows. */
const isCountedInWindows: Readonly<Record<RecordType, boolean>> = {
  transaction: true,
  user_event: true,
  person: false,
  company: false,
};

/** Evaluates records by the active rules, within the database transaction that stores the records or their change. */
@Injectable()
export class DecideRecord {
  constructor(
    private readonly ruleSets: RuleSets,
    private readonly evaluations: RuleEngine,
    private readonly rates: CurrencyRates,
    private readonly screenings: ScreeningPort,
    private readonly secrets: Secrets,
  ) {}

  /** Throws 422 if a named matrix is not active, 403 if one of the parent is not enabled, 409 if the rule is not active. */
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
    // Records that no window counts need not wait for each other.
    const locks = isCountedInWindows[recordType] ? windowLockKeys(organizationId, requests, context) : [];
    return { request, context, set, run, requests, locks };
  }

  /**
   * Evaluates records of one organization that share no lock and whose locks are held. Their queries are sent together, and their rules are
   * evaluated in parallel. Returns `null` for a record whose rules were replaced since it was prepared, so it must be prepared again.
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

/** Without rules, the context is not read. */
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

/** A follow-up evaluation executes no matrices if the first one executed none, regardless of what the defaults are by now. */
const withDefaults = (asked: EvaluationParams): EvaluationParams =>
  asked.stage === 'async' ? { ...asked, matrices: [] } : asked;

/** Returns the rule set restricted to the requested rules. */
function effectiveRuleSet(set: LoadedRuleSet, request: DecisionRequest): LoadedRuleSet {
  const { ruleId, isChanged, matrices } = request;
  if (ruleId !== undefined) {
    const alone = singleRuleSet(set, ruleId);
    if (!alone) throw new ApiError('RULE_NOT_ACTIVE', 'The rule is not active');
    return alone;
  }
  // Without matrices, the engine would evaluate the rules that have none. This is not intended if all matrices were left out.
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

/** The matrices of an evaluation: those of the first non-empty member, or the defaults if all are empty. */
export interface RequestedMatrices {
  /** Matrices named by the request. Each must be active. */
  readonly named: readonly string[];
  /** Matrices assigned to the record. Only active ones count. If none is active, no rule is evaluated. */
  readonly assigned: readonly string[];
  /** Matrices of the record's last evaluation, which remain in use as long as one of them is active. */
  readonly last?: readonly string[];
}

/** Returns whether all of them are active in this rule set. */
const areAllRunning = (set: LoadedRuleSet, { named, assigned, last = [] }: RequestedMatrices): boolean =>
  [...named, ...assigned, ...last].every((id) => running(set, id) !== null);

/** Keys, in order; `nothing` if matrices are given but none is active. */
type MatrixChoice = readonly string[] | 'defaults' | 'nothing';

/** Returns the matrices to execute. Throws 422 if a named matrix does not exist or is not active. */
function chooseMatrices(set: LoadedRuleSet, { named, assigned, last = [] }: RequestedMatrices): MatrixChoice {
  if (named.length > 0) return named.map((id) => running(set, id) ?? throwNotRunning(set, id));
  const keys = (assigned.length > 0 ? assigned : last).flatMap((id) => running(set, id) ?? []);
  if (keys.length > 0) return keys;
  return assigned.length > 0 ? 'nothing' : 'defaults';
}
