import {
  appliesTo,
  checkRuleSet,
  effectsOfRule,
  executedMatrices,
  missingDataAlert,
  runEnvironment,
  runsInScope,
  tablesOf,
  valueToJson,
  type Context,
  type Effect,
  type InMemoryData,
  type LeafOutcome,
  type ListItems,
  type MatrixContent,
  type RecordSource,
  type RuleOutcome,
  type RuleSetContent,
  type Run,
  type RunOutcome,
  type SetRule,
  type StoredRecord,
  type Suggestion,
} from '@tamis/engine';
import { isUnknown, type Expression, type Outcome } from '@tamis/lang';
import { answerFrom } from '@tamis/library';
import { evaluateCondition, evaluateExpression, evaluateRule } from './evaluate-rule.js';
import { plainVerdict, type Contribution } from './plain-verdict.js';
import type { World } from './world.js';

/** What the reference looks things up in: no requests, no rows, no ids. */
export interface ReferenceFacts extends Omit<InMemoryData, 'lists'> {
  /** Transactions that arrived before the subject, oldest arrival first. */
  readonly records: readonly StoredRecord[];
  /** Records of the other sources. */
  readonly others?: Partial<Readonly<Record<RecordSource, readonly StoredRecord[]>>>;
  readonly lists: ListItems;
}

function leafOutcome(node: Expression, index: number, { checked }: SetRule, world: World): LeafOutcome {
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

/** One rule of a run and what its condition came to. */
interface Found {
  readonly rule: SetRule;
  readonly index: number;
  readonly value: Outcome;
  readonly shadow: boolean;
}

const counts = ({ rule, value }: Found): boolean =>
  value === true || (isUnknown(value) && rule.checked.unknownPolicy === 'hit');
const toReview = ({ rule, value }: Found): boolean => isUnknown(value) && rule.checked.unknownPolicy === 'review';

function ruleOutcome(found: Found, world: World): RuleOutcome {
  const { rule, index, value } = found;
  return {
    rule: index,
    outcome: isUnknown(value) ? 'unknown' : 'hit',
    counts: counts(found),
    ...(isUnknown(value) ? { causes: value.causes } : {}),
    leaves: rule.items.map(({ node }, at) => leafOutcome(node, at, rule, world)),
  };
}

function contribution(found: Found): readonly Contribution[] {
  const { rule, value, shadow } = found;
  const review = toReview(found) && isUnknown(value) ? value.causes : null;
  const isRecorded = review === null ? !rule.shadow && counts(found) : !shadow;
  if (!isRecorded) return [];
  const { score, matrices } = rule.checked;
  return [{ ruleId: rule.content.ruleId, score, suggestion: suggestionOf(rule), matrices, shadow, review }];
}

/** Language manual 4.5: a matrix stops what is strictly below its highest stopping hit; all executed ones must. */
function isStopped({ rule }: Found, hits: readonly Found[], executed: readonly MatrixContent[]): boolean {
  const { priority, matrices } = rule.checked;
  const stops = (isIn: (other: SetRule) => boolean): boolean =>
    hits.some(({ rule: other }) => other.checked.stopOnMatch && isIn(other) && other.checked.priority > priority);
  if (executed.length === 0) return stops(() => true);
  return executed
    .filter(({ key }) => matrices.includes(key))
    .every(({ key }) => stops(({ checked }) => checked.matrices.includes(key)));
}

function effects(
  found: Found,
  hits: readonly Found[],
  executed: readonly MatrixContent[],
  world: World,
  run: Run,
): readonly Effect[] {
  const { rule, shadow } = found;
  const { context, environment } = world;
  const source = {
    rule,
    run,
    context,
    timezone: environment.timezone,
    shadow,
    stopped: isStopped(found, hits, executed),
    evaluate: (expression: Expression): Outcome => evaluateExpression(expression, rule.checked, world),
    meaning: rule.checked.meaning,
  };
  return counts(found) ? effectsOfRule(source) : toReview(found) ? [missingDataAlert(source)] : [];
}

/** An automation that an earlier effect of the run starts is not started again. */
const onceEach = (listed: readonly Effect[]): Effect[] =>
  listed.map((effect, index) => {
    const starts = (other: Effect): boolean =>
      other.kind === 'runAutomation' && other.mode === 'apply' && other.skipped === null;
    if (effect.kind !== 'runAutomation' || !starts(effect)) return effect;
    const isAgain = listed
      .slice(0, index)
      .some((other) => starts(other) && other.kind === 'runAutomation' && other.automationId === effect.automationId);
    return isAgain ? { ...effect, skipped: 'duplicate' } : effect;
  });

/** A whole run by the tree walker. Throws when the content does not check: the caller has checked it. */
export function runReference(content: RuleSetContent, context: Context, facts: ReferenceFacts, run: Run): RunOutcome {
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(`rules with errors: ${JSON.stringify(checked.error)}`);
  return runCheckedReference(checked.value, content, context, facts, run);
}

/** The world of a run over facts. */
export function worldOf(content: RuleSetContent, context: Context, facts: ReferenceFacts, run: Run): World {
  const { records, others, answer } = facts;
  const tables = tablesOf(facts);
  const rates = facts.rates ?? tables.rates;
  const environment = runEnvironment(run.now, content, {
    context,
    answer: answer ?? answerFrom(tables, run.now),
    ...(rates ? { rates } : {}),
  });
  return { target: run.target, context, records, ...(others ? { others } : {}), environment };
}

/** As `runReference`, for rules that were checked before. */
export function runCheckedReference(
  rules: readonly SetRule[],
  content: RuleSetContent,
  context: Context,
  facts: ReferenceFacts,
  run: Run,
): RunOutcome {
  const world = worldOf(content, context, facts, run);
  const executed = executedMatrices(content, run);
  const evaluated = rules
    .map((rule, index) => ({ rule, index }))
    .filter(
      ({ rule }) =>
        runsInScope(rule, run, executed) && appliesTo(rule.checked, context, run, world.environment.timezone),
    );
  const found = evaluated
    .map(({ rule, index }): Found => {
      const own = executed.filter(({ key }) => rule.checked.matrices.includes(key));
      const shadow = rule.shadow || (own.length > 0 && own.every(({ status }) => status === 'shadow'));
      return { rule, index, value: evaluateRule(rule.checked, world), shadow };
    })
    .filter(({ value }) => value !== false);
  const hits = found.filter((each) => !each.shadow && counts(each));
  const tied = executed.map((matrix) => ({
    matrix,
    rulesEvaluated: evaluated.filter(({ rule }) => rule.checked.matrices.includes(matrix.key)).length,
  }));
  return {
    evaluated: evaluated.map(({ index }) => index),
    hits: found.flatMap(({ index, value }) => (value === true ? [index] : [])),
    outcomes: found.map((each) => ruleOutcome(each, world)),
    ...(run.stage === 'async'
      ? { ...plainVerdict([], []), ...(executed.length > 0 && { executed: executed.map(({ key }) => key) }) }
      : plainVerdict(found.flatMap(contribution), tied)),
    effects: onceEach(found.flatMap((each) => effects(each, hits, executed, world, run))),
  };
}
