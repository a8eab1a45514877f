import {
  checkRuleSet,
  compileRuleSet,
  prepareSummary,
  type CompiledRuleSet,
  type Facts,
  type EvaluationParams,
  type EvaluationOutcome,
} from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import type { LoadContender } from './contender.js';
import { tamisRules } from './tamis-rules.js';

const run: EvaluationParams = {
  evaluationId: 'bench',
  target: 'transaction',
  trigger: 'created',
  now: Date.parse('2026-03-01T10:00:00Z'),
};
const noFacts: Facts = { windows: {} };

function compile(rules: Parameters<LoadContender>[0]): CompiledRuleSet {
  const compiled = compileRuleSet(tamisRules(rules));
  if (!compiled.ok) throw new Error(`the workload does not compile: ${JSON.stringify(compiled.error[0])}`);
  return compiled.value;
}

/** Evaluates, and also uses the outcome. */
const loadWith =
  (name: string, usesOf: (set: CompiledRuleSet) => (outcome: EvaluationOutcome) => unknown): LoadContender =>
  (rules) => {
    const set = compile(rules);
    const use = usesOf(set);
    return {
      name,
      evaluate: (context) => {
        const outcome = set.evaluate(context, noFacts, run);
        use(outcome);
        return outcome.hits;
      },
    };
  };

/** Hits, unknown rules, score, decision and effects. */
export const loadTamis = loadWith('tamis', () => () => undefined);

/** Only the decision. */
export const loadTamisDecision: LoadContender = (rules) => {
  const set = compile(rules);
  return {
    name: 'tamis, decision alone',
    evaluate: (context) => set.evaluate(context, noFacts, run).hits,
    decide: (context) => set.evaluate(context, noFacts, run).decision,
  };
};

/** Also includes the values that every condition of every hit found. */
export const loadTamisValues = loadWith('tamis with values', () => (outcome) => outcome.outcomes);

const applied = { evaluationId: run.evaluationId, alerts: [], status: null, customKeys: [] };

/** Also includes the bytes of the summary, for hits alone and for every rule. */
export const loadTamisHitBytes = loadWith('tamis, summary of hits', (set) => {
  const summary = prepareSummary(set, { list: 'hits' });
  return (outcome) => summary.renderChunks(outcome, applied);
});
export const loadTamisBytes = loadWith('tamis, full summary', (set) => {
  const summary = prepareSummary(set);
  return (outcome) => summary.renderChunks(outcome, applied);
});

/** The tree walker that defines the language. */
export const loadReference: LoadContender = (rules) => {
  const content = tamisRules(rules);
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(`the workload does not check: ${JSON.stringify(checked.error[0])}`);
  const facts = { records: [], lists: new Map() };
  return {
    name: 'tamis reference',
    evaluate: (context) =>
      evaluateCheckedReference(checked.value, content, context, facts, run)
        .outcomes.filter((rule) => rule.outcome === 'hit')
        .map((rule) => rule.rule),
  };
};
