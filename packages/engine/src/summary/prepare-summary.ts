import { isShadow } from '../evaluate/conclude.js';
import { FoundOutcome } from '../evaluate/lazy-outcome.js';
import type { RuleOutcome, EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import type { MatrixContent } from '../rules/rule-set-content.js';
import type { AppliedActions } from './applied-actions.js';
import { JsonByteWriter, isPlain } from './json-byte-writer.js';
import { HitWriter } from './hit-writer.js';
import { ItemWriter } from './item-writer.js';
import { matricesExecuted } from './matrices-executed.js';
import { NoHitWriter } from './no-hit-writer.js';
import { prepareItems, type PreparedItems } from './prepared-items.js';

/** Renders `rulesExecutionSummary` (shapes 5.4) as JSON text. It keeps no reference to its arguments. */
export interface Summary {
  render(outcome: EvaluationOutcome, applied: AppliedActions): string;
  /** Returns the same text as UTF-8. */
  renderBytes(outcome: EvaluationOutcome, applied: AppliedActions): Buffer;
  /**
   * Returns the same bytes in parts that are not copied together: many times faster if most rules did not hit. The parts must not be
   * modified.
   */
  renderChunks(outcome: EvaluationOutcome, applied: AppliedActions): readonly Uint8Array[];
}

export interface SummaryOptions {
  /** `hits`: `rulesNoHit` lists only rules that are unknown. */
  readonly list?: 'all' | 'hits';
}

/** The prepared parts of a set, and their writers. */
interface PreparedSet {
  readonly items: PreparedItems;
  readonly bytes: JsonByteWriter;
  readonly writer: ItemWriter;
  readonly hitWriter: HitWriter;
}

function writeOutcomes(outcomes: readonly RuleOutcome[], { writer }: PreparedSet): void {
  let isFirst = true;
  for (const rule of outcomes) {
    if (!rule.counts) continue;
    writer.writeOutcome(rule, isFirst);
    isFirst = false;
  }
}

/** Writes the rules that did not hit, in an evaluation in which nothing is unknown. */
function writeMisses(
  evaluated: readonly number[],
  hits: readonly number[],
  { items, bytes, writer }: PreparedSet,
): void {
  const noHits = new NoHitWriter(items, bytes, writer);
  let place = 0;
  for (const rule of hits) {
    const at = placeOf(rule, evaluated, place);
    noHits.addMisses(evaluated, place, at);
    place = at + 1;
  }
  noHits.addMisses(evaluated, place, evaluated.length);
  noHits.flush();
}

const placeOf = (rule: number, evaluated: readonly number[], from: number): number =>
  evaluated[rule] === rule ? rule : evaluated.indexOf(rule, from);

/** @param outcomes of rules that hit or are unknown, in set order. */
function writeNoHits(
  evaluated: readonly number[],
  outcomes: readonly RuleOutcome[],
  { items, bytes, writer }: PreparedSet,
  list: 'all' | 'hits',
): void {
  const noHits = new NoHitWriter(items, bytes, writer);
  let place = 0;
  for (const outcome of outcomes) {
    const at = placeOf(outcome.rule, evaluated, place);
    if (list === 'all') noHits.addMisses(evaluated, place, at);
    if (!outcome.counts) noHits.addUnknown(outcome);
    place = at + 1;
  }
  if (list === 'all') noHits.addMisses(evaluated, place, evaluated.length);
  noHits.flush();
}

const quoted = (text: string | null): string =>
  text === null ? 'null' : isPlain(text) ? `"${text}"` : JSON.stringify(text);

const listText = (list: readonly unknown[]): string => (list.length === 0 ? '[]' : JSON.stringify(list));

const optionalList = (name: string, list: readonly unknown[] | undefined): string =>
  list && list.length > 0 ? `,"${name}":${JSON.stringify(list)}` : '';

function executedText(
  { suggestion }: EvaluationOutcome,
  { alerts, status, customKeys, assigned, skipped, failed }: AppliedActions,
): string {
  const user = assigned?.type === 'user' ? JSON.stringify({ userId: assigned.id }) : 'null';
  const team = assigned?.type === 'team' ? `,"assignedTeam":${JSON.stringify({ teamId: assigned.id })}` : '';
  return (
    `{"alerts":${listText(alerts)},"suggestion":${quoted(suggestion)},"status":${quoted(status)},"assignedUser":${user}` +
    `${team}${optionalList('customKeys', customKeys)}${optionalList('skipped', skipped)}${optionalList('failed', failed)}}`
  );
}

/** Returns the members after the two lists of rules. */
function restText(
  outcome: EvaluationOutcome,
  applied: AppliedActions,
  { version, matrices }: Pick<CompiledRuleSet, 'version' | 'matrices'>,
): string {
  const { totalScore, decision, decisionBecause } = outcome;
  return (
    `],"actionsExecuted":${executedText(outcome, applied)},"totalScore":${JSON.stringify(totalScore)}` +
    `,"evaluationId":${quoted(applied.evaluationId)},"ruleSetVersion":"${version}","decision":"${decision}"` +
    `,"decisionBecause":${listText(decisionBecause)},"riskMatricesExecuted":${listText(matricesExecuted(outcome, matrices))}}`
  );
}

/** The matrices of an evaluation, in order; those that did not count are in shadow. */
function executedOf({ matrices }: ItemsOf, outcome: EvaluationOutcome): readonly MatrixContent[] {
  const find = (key: string): MatrixContent | undefined => matrices.find((matrix) => matrix.key === key);
  if (outcome.executed) return outcome.executed.flatMap((key) => find(key) ?? []);
  return (outcome.matrices ?? []).flatMap(({ matrix: key, shadow }) => {
    const matrix = find(key);
    return matrix ? { ...matrix, status: shadow ? 'shadow' : matrix.status } : [];
  });
}

type ItemsOf = Pick<CompiledRuleSet, 'rules' | 'matrices'>;

/** Created once per set, for all its summaries, with separate items for each combination of matrices that puts rules in shadow. */
const preparedSets = new WeakMap<object, Map<string, PreparedSet>>();

/** A rule that is only in shadow matrices is listed like a shadow rule, so that the hits add up to `totalScore`. */
function preparedOf(set: ItemsOf, executed: readonly MatrixContent[]): PreparedSet {
  const shadowing = executed.some(({ status }) => status === 'shadow') ? executed : [];
  const key = shadowing.map(({ key: matrix, status }) => `${matrix} ${status}`).join();
  const ofSet = preparedSets.get(set) ?? new Map<string, PreparedSet>();
  const known = ofSet.get(key);
  if (known) return known;
  const items = prepareItems(set, (rule) => isShadow(rule, shadowing));
  const bytes = new JsonByteWriter(items.bytes);
  const writer = new ItemWriter(set.rules, items, bytes);
  const made = { items, bytes, writer, hitWriter: new HitWriter(items, bytes) };
  preparedSets.set(set, ofSet.set(key, made));
  return made;
}

/** Prepares the text of every rule's item once, so that the cost of a summary depends on its hits, not its rules. */
export function prepareSummary(
  set: Pick<CompiledRuleSet, 'rules' | 'version' | 'matrices'>,
  { list = 'all' }: SummaryOptions = {},
): Summary {
  const plain = preparedOf(set, []);
  const renderParts: Summary['renderChunks'] = (outcome, applied) => {
    const isPlain = !outcome.matrices && !outcome.executed;
    const prepared = isPlain ? plain : preparedOf(set, executedOf(set, outcome));
    const { bytes } = prepared;
    const run = FoundOutcome.runOf(outcome);
    const unknowns = run?.unknownOutcomes() ?? outcome.outcomes;
    bytes.reset();
    bytes.text('{"rulesHit":[');
    if (run && unknowns.length === 0) {
      const { hits } = outcome;
      prepared.hitWriter.write(hits, run);
      bytes.text('],"rulesNoHit":[');
      if (list === 'all') writeMisses(outcome.evaluated, hits, prepared);
    } else {
      const { outcomes } = outcome;
      writeOutcomes(outcomes, prepared);
      bytes.text('],"rulesNoHit":[');
      writeNoHits(outcome.evaluated, outcomes, prepared, list);
    }
    bytes.text(restText(outcome, applied, set));
    return bytes.chunks();
  };
  const renderBytes: Summary['renderBytes'] = (...given) => Buffer.concat(renderParts(...given));
  return { renderChunks: renderParts, renderBytes, render: (...given) => renderBytes(...given).toString() };
}
