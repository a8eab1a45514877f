import { checkRuleSet, compileRuleSet, type Facts, type Run } from '@tamis/engine';
import { runCheckedReference } from '@tamis/reference';
import type { LoadContender } from './contender.js';
import { tamisRules } from './tamis-rules.js';

const run: Run = {
  evaluationId: 'bench',
  target: 'transaction',
  trigger: 'created',
  now: Date.parse('2026-03-01T10:00:00Z'),
};
const noFacts: Facts = { windows: {} };

/** The engine as the API uses it: the whole outcome, with score, decision and the values of every hit's conditions. */
export const loadTamis: LoadContender = (rules) => {
  const compiled = compileRuleSet(tamisRules(rules));
  if (!compiled.ok) throw new Error(`the workload does not compile: ${JSON.stringify(compiled.error[0])}`);
  const set = compiled.value;
  return {
    name: 'tamis',
    run: (context) =>
      set
        .evaluate(context, noFacts, run)
        .outcomes.filter((rule) => rule.outcome === 'hit')
        .map((rule) => rule.rule),
  };
};

/** The tree walker that defines the language. */
export const loadReference: LoadContender = (rules) => {
  const content = tamisRules(rules);
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(`the workload does not check: ${JSON.stringify(checked.error[0])}`);
  const facts = { records: [], lists: new Map() };
  return {
    name: 'tamis reference',
    run: (context) =>
      runCheckedReference(checked.value, content, context, facts, run)
        .outcomes.filter((rule) => rule.outcome === 'hit')
        .map((rule) => rule.rule),
  };
};
