import {
  appliesTo,
  effectsOfRule,
  executedMatrices,
  missingDataAlert,
  createEnvironment,
  isInScope,
  runningMatrices,
  tablesOf,
  valueToJson,
  type Context,
  type Effect,
  type InMemoryData,
  type LeafOutcome,
  type ListItems,
  type MatrixContent,
  type PartyRestriction,
  type RecordSource,
  type RuleOutcome,
  type RuleSetContent,
  type EvaluationParams,
  type EvaluationOutcome,
  type SetRule,
  type StoredRecord,
  type Suggestion,
} from '@tamis/engine';
import { isUnknown, type Expression, type Outcome } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import { evaluateCondition, evaluateExpression, evaluateRule } from './evaluate-rule.js';
import { plainVerdict, type Contribution } from './plain-verdict.js';
import type { InterpreterInput } from './interpreter-input.js';

/** Data that the reference reads directly from memory: no requests, no rows, no ids. */
export interface ReferenceFacts extends Omit<InMemoryData, 'lists'> {
  /** Transactions that arrived before the subject, oldest arrival first. */
  readonly records: readonly StoredRecord[];
  /** Records of the other sources. */
  readonly others?: Partial<Readonly<Record<RecordSource, readonly StoredRecord[]>>>;
  readonly lists: ListItems;
}

function leafOutcome(node: Expression, index: number, { checked }: SetRule, world: InterpreterInput): LeafOutcome {
  const left = node.kind === 'operation' ? (node.operands[0] as Expression) : node;
  const actual = valueToJson(evaluateExpression(left, checked, world), checked.meaning.type(left));
  const outcome = evaluateCondition(node, checked, world);
  const seen = actual === undefined ? { index } : { index, actual };
  const [because] = isUnknown(outcome) ? outcome.causes : [];
  if (because) return { ...seen, outcome: 'unknown', because };
  return { ...seen, outcome: outcome === true ? 'true' : 'false' };
}

function suggestionOf({ checked }: SetRule): Suggestion | null {
  const suggestions = checked.actions.flatMap((action) =>
    action.kind === 'suggestAction' ? [action.suggestion.text] : [],
  );
  return (suggestions[0] as Suggestion | undefined) ?? null;
}

/** One rule of an evaluation and the outcome of its condition. */
interface RuleResult {
  readonly rule: SetRule;
  readonly index: number;
  readonly value: Outcome;
  readonly shadow: boolean;
}

const countsAsHit = ({ rule, value }: RuleResult): boolean =>
  value === true || (isUnknown(value) && rule.checked.unknownPolicy === 'hit');
const needsReview = ({ rule, value }: RuleResult): boolean =>
  isUnknown(value) && rule.checked.unknownPolicy === 'review';

function ruleOutcome(found: RuleResult, world: InterpreterInput): RuleOutcome {
  const { rule, index, value } = found;
  return {
    rule: index,
    outcome: isUnknown(value) ? 'unknown' : 'hit',
    counts: countsAsHit(found),
    ...(isUnknown(value) ? { causes: value.causes } : {}),
    leaves: rule.items.map(({ node }, at) => leafOutcome(node, at, rule, world)),
  };
}

function contribution(found: RuleResult): readonly Contribution[] {
  const { rule, value, shadow } = found;
  const review = needsReview(found) && isUnknown(value) ? value.causes : null;
  const isRecorded = review === null ? !rule.shadow && countsAsHit(found) : !shadow;
  if (!isRecorded) return [];
  const { score, matrices } = rule.checked;
  return [{ ruleId: rule.content.ruleId, score, suggestion: suggestionOf(rule), matrices, shadow, review }];
}

/**
 * Language manual 4.5: a matrix stops the rules strictly below its highest stopping hit. A rule is stopped only if all its executed
 * matrices stop it.
 */
function isStopped({ rule }: RuleResult, hits: readonly RuleResult[], executed: readonly MatrixContent[]): boolean {
  const { priority, matrices } = rule.checked;
  const stops = (isIn: (other: SetRule) => boolean): boolean =>
    hits.some(({ rule: other }) => other.checked.stopOnMatch && isIn(other) && other.checked.priority > priority);
  if (executed.length === 0) return stops(() => true);
  return executed
    .filter(({ key, status }) => status !== 'inactive' && matrices.includes(key))
    .every(({ key }) => stops(({ checked }) => checked.matrices.includes(key)));
}

function effects(
  found: RuleResult,
  hits: readonly RuleResult[],
  executed: readonly MatrixContent[],
  world: InterpreterInput,
  run: EvaluationParams,
): readonly Effect[] {
  const { rule, shadow } = found;
  const { context, environment } = world;
  const source = {
    rule,
    run,
    context,
    timezone: environment.timezone,
    numberFormat: environment.numberFormat,
    shadow,
    stopped: isStopped(found, hits, executed),
    evaluate: (expression: Expression): Outcome => evaluateExpression(expression, rule.checked, world),
    meaning: rule.checked.meaning,
  };
  return countsAsHit(found) ? effectsOfRule(source) : needsReview(found) ? [missingDataAlert(source)] : [];
}

/** Marks an automation as skipped if an earlier effect of the evaluation already starts it. */
const skipDuplicateAutomations = (listed: readonly Effect[]): Effect[] =>
  listed.map((effect, index) => {
    const starts = (other: Effect): boolean =>
      other.kind === 'runAutomation' && other.mode === 'apply' && other.skipped === null;
    if (effect.kind !== 'runAutomation' || !starts(effect)) return effect;
    const isAgain = listed
      .slice(0, index)
      .some((other) => starts(other) && other.kind === 'runAutomation' && other.automationId === effect.automationId);
    return isAgain ? { ...effect, skipped: 'duplicate' } : effect;
  });

/** Builds the input of an evaluation from facts. */
function interpreterInput(
  content: RuleSetContent,
  context: Context,
  facts: ReferenceFacts,
  run: EvaluationParams,
): InterpreterInput {
  const { records, others, answer } = facts;
  const tables = tablesOf(facts);
  const rates = facts.rates ?? tables.rates;
  const environment = createEnvironment(run.now, content, {
    context,
    answer: answer ?? lookUpInTables(tables, run.now),
    ...(rates ? { rates } : {}),
  });
  return { target: run.target, context, records, ...(others ? { others } : {}), environment };
}

const restrictionsOf = (context: Context): readonly PartyRestriction[] => {
  const given = context['partyRestrictions'];
  return Array.isArray(given) ? (given as readonly PartyRestriction[]) : [];
};

/** Performs a complete evaluation with the tree walker, for rules that were already checked. */
export function evaluateCheckedReference(
  rules: readonly SetRule[],
  content: RuleSetContent,
  context: Context,
  facts: ReferenceFacts,
  run: EvaluationParams,
): EvaluationOutcome {
  const world = interpreterInput(content, context, facts, run);
  const chosen = executedMatrices(content, run);
  const inScope = rules.filter((rule) => isInScope(rule, run, chosen));
  const executed = runningMatrices(chosen, run, inScope);
  const evaluated = rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => inScope.includes(rule) && appliesTo(rule.checked, context, run, world.environment.timezone));
  const found = evaluated
    .map(({ rule, index }): RuleResult => {
      const own = executed.filter(({ key }) => rule.checked.matrices.includes(key));
      const shadow = rule.shadow || (own.length > 0 && own.every(({ status }) => status !== 'active'));
      return { rule, index, value: evaluateRule(rule.checked, world), shadow };
    })
    .filter(({ value }) => value !== false);
  const hits = found.filter((each) => !each.shadow && countsAsHit(each));
  const tied = executed.map((matrix) => ({
    matrix,
    rulesEvaluated: evaluated.filter(({ rule }) => rule.checked.matrices.includes(matrix.key)).length,
  }));
  const running = executed.filter(({ status }) => status !== 'inactive');
  return {
    evaluated: evaluated.map(({ index }) => index),
    hits: found.flatMap(({ index, value }) => (value === true ? [index] : [])),
    outcomes: found.map((each) => ruleOutcome(each, world)),
    ...(run.stage === 'async'
      ? { ...plainVerdict([], []), ...(running.length > 0 && { executed: running.map(({ key }) => key) }) }
      : plainVerdict(found.flatMap(contribution), tied, restrictionsOf(context))),
    effects: skipDuplicateAutomations(found.flatMap((each) => effects(each, hits, executed, world, run))),
  };
}
