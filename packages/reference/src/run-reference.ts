import {
  checkRuleSet,
  effectsOfRule,
  missingDataAlert,
  runEnvironment,
  runsInScope,
  valueToJson,
  type Context,
  type Effect,
  type LeafOutcome,
  type ListItems,
  type RuleOutcome,
  type RuleSetContent,
  type Run,
  type RunOutcome,
  type SetRule,
  type Suggestion,
  type TransactionRecord,
} from '@tamis/engine';
import { isUnknown, type Expression, type Outcome } from '@tamis/lang';
import { evaluateExpression, evaluateRule } from './evaluate-rule.js';
import { plainVerdict, type Contribution } from './plain-verdict.js';
import type { World } from './world.js';

/** What the reference looks things up in: no requests, no rows, no ids. */
export interface ReferenceFacts {
  /** Transactions that arrived before the subject, oldest arrival first. */
  readonly records: readonly TransactionRecord[];
  readonly lists: ListItems;
}

function leafOutcome(node: Expression, index: number, { checked }: SetRule, world: World): LeafOutcome {
  const left = node.kind === 'operation' ? (node.operands[0] as Expression) : node;
  const actual = valueToJson(evaluateExpression(left, checked, world), checked.meaning.type(left));
  const outcome = evaluateExpression(node, checked, world);
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

interface Found {
  readonly outcome: RuleOutcome;
  readonly contribution: Contribution | null;
  readonly effects: readonly Effect[];
}

function find(rule: SetRule, index: number, value: Outcome, world: World, run: Run): Found {
  const { checked, content } = rule;
  const causes = isUnknown(value) ? value.causes : null;
  const counts = causes === null || checked.unknownPolicy === 'hit';
  const review = causes !== null && checked.unknownPolicy === 'review';
  const evaluate = (expression: Expression): Outcome => evaluateExpression(expression, checked, world);
  const source = { rule, run, context: world.context, timezone: world.environment.timezone, evaluate };
  const score = {
    ruleId: content.ruleId,
    score: checked.score,
    suggestion: suggestionOf(rule),
    review: review ? causes : null,
  };
  return {
    outcome: {
      rule: index,
      outcome: causes === null ? 'hit' : 'unknown',
      counts,
      ...(causes === null ? {} : { causes }),
      leaves: rule.items.map(({ node }, at) => leafOutcome(node, at, rule, world)),
    },
    contribution: !rule.shadow && (counts || review) ? score : null,
    effects: counts ? effectsOfRule(source) : review ? [missingDataAlert(source)] : [],
  };
}

/** A whole run by the tree walker. Throws when the content does not check: the caller has checked it. */
export function runReference(content: RuleSetContent, context: Context, facts: ReferenceFacts, run: Run): RunOutcome {
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(`rules with errors: ${JSON.stringify(checked.error)}`);
  return runCheckedReference(checked.value, content, context, facts, run);
}

/** As `runReference`, for rules that were checked before. */
export function runCheckedReference(
  rules: readonly SetRule[],
  content: RuleSetContent,
  context: Context,
  facts: ReferenceFacts,
  run: Run,
): RunOutcome {
  const environment = runEnvironment(run.now, content);
  const world: World = { target: run.target, context, environment, ...facts };
  const inScope = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => runsInScope(rule, run));
  const found = inScope.flatMap(({ rule, index }): Found[] => {
    const value = evaluateRule(rule.checked, world);
    return value === false ? [] : [find(rule, index, value, world, run)];
  });
  return {
    evaluated: inScope.map(({ index }) => index),
    outcomes: found.map(({ outcome }) => outcome),
    ...plainVerdict(found.flatMap(({ contribution }) => (contribution ? [contribution] : []))),
    effects: found.flatMap(({ effects }) => effects),
  };
}
