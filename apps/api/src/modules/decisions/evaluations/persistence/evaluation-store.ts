import { EventEmitter } from 'node:events';
import { memberText } from '../../../../platform/http/index.js';
import { type Queryable, rowColumns, type Transaction } from '../../../../platform/database/index.js';
import {
  currentCause,
  outboxInsertText,
  outboxParameterCount,
  outboxValues,
  type OutboxEvent,
} from '../../../../platform/outbox/index.js';
import {
  type AccountNumberCipher,
  accountNumbersIn,
  maskAccountNumber,
  mayHoldTokens,
} from '../../../../platform/secrets/index.js';
import type { EvaluationResult, EvaluationReport, StorableEvaluationResult } from '../domain/evaluation-report.js';
import type { Effect } from '@tamis/engine';
import { packInputs } from './packed-inputs.js';

/** Who requested an evaluation, and how. */
export interface EvaluationOrigin {
  readonly type: 'RULES' | 'MANUAL';
  readonly requestId: string | null;
  readonly triggeredBy: string | null;
  /** Id of the evaluation that this one follows. */
  readonly parentEvaluationId?: string;
}

/** Returns the ids of the rules with this outcome. */
const ruleIdsWithOutcome = ({ set, outcome }: EvaluationResult, found: 'hit' | 'unknown'): readonly string[] =>
  outcome.outcomes.flatMap((each) => (each.outcome === found ? [set.compiled.rules[each.rule]!.content.ruleId] : []));

/** Write of the records themselves, supplied by the caller. Its parameters begin at `$1`. */
export interface RecordWrite {
  /** Name of the prepared statement. Writes with the same name have the same text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** SQL of a value that is computed once alongside it, with the same parameters. */
  readonly selectSql?: string;
}

/** An evaluation and its events. */
export interface EvaluationToStore {
  readonly report: EvaluationReport;
  readonly origin: EvaluationOrigin;
  readonly events: readonly OutboxEvent[];
}

const columns = rowColumns<EvaluationToStore>()('evaluations', {
  organization_id: ({ report }) => report.subject.organizationId,
  id: ({ report }) => report.decided.run.evaluationId,
  record_type: ({ report }) => report.subject.recordType,
  record_id: ({ report }) => report.subject.recordId,
  external_id: ({ report }) => report.subject.externalId,
  entity_ids: ({ report }) => report.subject.entityIds,
  trigger: ({ report }) => report.trigger,
  evaluation_type: ({ origin }) => origin.type,
  stage: ({ report }) => report.decided.run.stage ?? 'sync',
  rule_set_version: ({ report }) => report.decided.set.version,
  rule_set_revision: ({ report }) => report.decided.set.revision,
  now: ({ report }) => report.subject.now,
  evaluated_at: ({ report }) => report.evaluatedAt,
  // The evaluation after the response does not decide anything.
  decision: ({ report }) => (report.decided.run.stage === 'async' ? null : report.decided.outcome.decision),
  risk_score: ({ report }) => report.decided.outcome.riskScore,
  risk_level: ({ report }) => report.decided.outcome.riskLevel,
  total_score: ({ report }) => report.decided.outcome.totalScore,
  outcome: ({ report }) => report.decided.sealed.outcome,
  applied: ({ report }) => JSON.stringify(report.applied.actions),
  inputs: ({ report }) => packInputs(report.decided.sealed),
  reads: ({ report }) => report.decided.sealed.reads,
  request_id: ({ origin }) => origin.requestId,
  triggered_by: ({ origin }) => origin.triggeredBy,
  execution_time_ms: ({ report }) => report.executionTimeMs,
  hit_rule_ids: ({ report }) => ruleIdsWithOutcome(report.decided, 'hit'),
  unknown_rule_ids: ({ report }) => ruleIdsWithOutcome(report.decided, 'unknown'),
  parent_evaluation_id: ({ origin }) => origin.parentEvaluationId ?? null,
  rule_id: ({ report }) => report.decided.ruleId ?? null,
});

/**
 * Emits `stored` with the organization when this process has committed evaluations that require a follow-up. Database notifications are not
 * used, since each takes a server-wide lock until its transaction has ended.
 */
export const waitingRuns = new EventEmitter<{ stored: [organizationId: string] }>().setMaxListeners(0);

const statementTexts = new Map<string, string>();

/** Returns the cached text of a statement by name: repeatedly building the text for many rows costs more than sending it. */
function memoizedText(name: string, write: () => string): string {
  const text = statementTexts.get(name) ?? write();
  statementTexts.set(name, text);
  return text;
}

interface StatementShape {
  readonly record: RecordWrite;
  readonly runs: number;
  /** Whether there are any events. */
  readonly isAnnounced: boolean;
  /** Whether some of the evaluations wait for their second part. */
  readonly hasWaiting: boolean;
}

function storeStatementText({ record, runs, isAnnounced, hasWaiting }: StatementShape): string {
  const announced = record.values.length + 1;
  const first = announced + (isAnnounced ? outboxParameterCount : 0);
  const events = isAnnounced ? `, announced as (${outboxInsertText(announced)})` : '';
  // The first column of an evaluation is its organization.
  const waiting = hasWaiting
    ? `, waiting as (insert into waiting_runs (organization_id, evaluation_id, cause)
         select $${first}::uuid, unnest($${first + runs * columns.count}::uuid[]), $${first + runs * columns.count + 1}::json)`
    : '';
  return `with stored as (${record.text})${events}${waiting},
    kept as (${columns.insertText(runs, first)}) select ${record.selectSql ?? ''}`;
}

/**
 * Stores evaluations of one organization, the records they concern, and their events, in order, in one statement. If it fails, the
 * transaction throws the error.
 */
export async function storeEvaluations(
  client: Transaction,
  runs: readonly EvaluationToStore[],
  record: RecordWrite,
): Promise<void> {
  const waiting = runs.flatMap(({ report }) => (report.isFollowed ? [report.decided.run.evaluationId] : []));
  const events = runs.flatMap((run) => run.events);
  const shape = { record, runs: runs.length, isAnnounced: events.length > 0, hasWaiting: waiting.length > 0 };
  const what = `${shape.isAnnounced ? '-announced' : ''}${shape.hasWaiting ? '-followed' : ''}`;
  const name = `${record.name}-and-${runs.length}-runs${what}`;
  const values = [
    ...record.values,
    ...(shape.isAnnounced ? outboxValues(events) : []),
    ...columns.valuesOf(runs),
    ...(shape.hasWaiting ? [waiting, JSON.stringify(currentCause() ?? null)] : []),
  ];
  client.enqueue({ name, text: memoizedText(name, () => storeStatementText(shape)), values });
  if (!shape.hasWaiting) return;
  const { organizationId } = runs[0]!.report.subject;
  client.afterCommit(`waiting runs of ${organizationId}`, () => waitingRuns.emit('stored', organizationId));
}

/** Like `storeEvaluations`, for one evaluation. */
export const storeEvaluation = (
  client: Transaction,
  report: EvaluationReport,
  { record, ...run }: Omit<EvaluationToStore, 'report'> & { readonly record: RecordWrite },
): Promise<void> => storeEvaluations(client, [{ report, ...run }], record);

/** For an evaluation that does not affect its record, whose decision and score stay as they are. */
export const noRecordWrite: RecordWrite = { name: 'rule-run', text: 'select 1', values: [] };

/**
 * Stores an evaluation in which no rule took part, only as a basis for the rules that run after the response. It changes nothing and causes
 * no events.
 */
export const storeForFollowUp = (
  client: Transaction,
  report: EvaluationReport,
  origin: EvaluationOrigin,
): Promise<void> => storeEvaluation(client, report, { origin, events: [], record: noRecordWrite });

/** Data required to show the summary of a stored evaluation again, as JSON texts. */
export interface StoredEvaluationResult {
  readonly version: string;
  readonly revision: number;
  readonly outcome: string;
  readonly applied: string;
}

/** Returns `null` if there is no such evaluation. */
export async function findEvaluationResult(
  client: Queryable,
  organizationId: string,
  id: string,
  numbers: AccountNumberCipher,
): Promise<StoredEvaluationResult | null> {
  const { rows } = await client.query<StoredEvaluationResult>({
    name: 'evaluation-result',
    text: `select rule_set_version as version, rule_set_revision as revision, outcome, applied from evaluations
      where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  const [row] = rows;
  return row ? { ...row, outcome: numbers.open('evaluations', row.outcome) } : null;
}

/** JSON texts of an evaluation, and the effects in its outcome. */
interface ReadTexts {
  readonly context: string;
  readonly facts: string;
  readonly outcome: string;
  readonly effects: readonly Effect[];
}

/**
 * Returns the account numbers that an evaluation may have read. `gathered` are those of the payments in its windows. Returns `null` if
 * there is nothing to encrypt.
 */
export function accountNumbersOf(
  { context, facts }: Pick<ReadTexts, 'context' | 'facts'>,
  gathered: Iterable<string>,
): readonly string[] | null {
  const known = [...new Set([...accountNumbersIn(context), ...gathered])];
  return known.length > 0 || mayHoldTokens(context) || mayHoldTokens(facts) ? known : null;
}

/** Returns the JSON text of the reads recorded in facts, or `null` if there were none. */
export function readsOf(facts: string): string | null {
  const reads = memberText(facts, 'reads');
  return reads === undefined || reads === '{}' ? null : reads;
}

/** Returns what is stored of an evaluation that read these numbers. */
export function sealEvaluation(
  { context, facts, outcome, effects }: ReadTexts,
  numbers: AccountNumberCipher,
  known: readonly string[],
): Pick<StorableEvaluationResult, 'effects'> & { readonly sealed: Pick<ReadTexts, 'context' | 'facts' | 'outcome'> } {
  const seal = (json: string): string => numbers.sealNumbers('evaluations', json, known);
  return {
    sealed: { context: seal(context), facts: seal(facts), outcome: seal(outcome) },
    effects: effects.map((effect) => withoutNumbers(effect, known, numbers)),
  };
}

/**
 * Masks numbers in texts of an effect that are shown to people; alerts with equal deduplication keys still have equal keys. A value that a
 * rule adds to a list is stored on purpose.
 */
function withoutNumbers(effect: Effect, known: readonly string[], numbers: AccountNumberCipher): Effect {
  const masked = (text: string): string => replaceNumbers(text, known, maskAccountNumber);
  switch (effect.kind) {
    case 'createAlert': {
      const { title, dedupe } = effect;
      const token = (number: string): string => numbers.tokenOf('alerts.dedupe_key', number);
      const key = dedupe && { ...dedupe, value: replaceNumbers(dedupe.value, known, token) };
      return { ...effect, title: masked(title), dedupe: key };
    }
    case 'openCase':
      return { ...effect, name: masked(effect.name) };
    case 'notify':
      return { ...effect, message: masked(effect.message) };
    case 'setStatus':
    case 'addToList':
      return { ...effect, reason: effect.reason === null ? null : masked(effect.reason) };
    default:
      return effect;
  }
}

/** Shorter numbers occur by chance in too many other texts. */
const minSearchedLength = 6;

/** Longest first, since one number may contain another. */
function replaceNumbers(text: string, known: readonly string[], by: (number: string) => string): string {
  if (known.includes(text)) return by(text);
  const found = known.filter(
    (number) => number.length >= minSearchedLength && /\d/.test(number) && text.includes(number),
  );
  return found
    .sort((a, b) => b.length - a.length)
    .reduce((replaced, number) => replaced.replaceAll(number, () => by(number)), text);
}
