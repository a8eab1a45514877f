import { ZenDecisionContent, ZenEngine } from '@gorules/zen-engine';
import type { LoadContender } from './contender.js';
import type { Predicate, Term, WorkloadRule } from './workload.js';

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value}'` : String(value);

function predicate(item: Predicate): string {
  const path = item.field.json.join('.');
  switch (item.kind) {
    case 'compare':
      return `${path} ${item.operator} ${item.value}`;
    case 'between':
      return `${path} in [${item.low}..${item.high}]`;
    case 'equal':
      return `${path} ${item.negated ? '!=' : '=='} ${literal(item.value)}`;
    case 'in':
      return `${path} ${item.negated ? 'not in' : 'in'} [${item.values.map(literal).join(', ')}]`;
    case 'startsWith':
      return `startsWith(${path}, ${literal(item.value)})`;
  }
}

function term(item: Term): string {
  if ('any' in item) return `(${item.any.map((each) => `(${predicate(each)})`).join(' or ')})`;
  return 'not' in item ? `not (${predicate(item.not)})` : `(${predicate(item.one)})`;
}

const condition = ({ terms }: WorkloadRule): string => terms.map(term).join(' and ');

const graph = (node: object): object => ({
  nodes: [
    { id: 'in', name: 'request', type: 'inputNode' },
    { id: 'rules', name: 'rules', ...node },
    { id: 'out', name: 'response', type: 'outputNode' },
  ],
  edges: [
    { id: 'e1', type: 'edge', sourceId: 'in', targetId: 'rules' },
    { id: 'e2', type: 'edge', sourceId: 'rules', targetId: 'out' },
  ],
});

const tableOf = (rules: readonly WorkloadRule[]): object =>
  graph({
    type: 'decisionTableNode',
    content: {
      hitPolicy: 'collect',
      inputs: [{ id: 'when', name: 'when' }],
      outputs: [{ id: 'rule', name: 'rule', field: 'rule' }],
      rules: rules.map((rule, index) => ({ _id: rule.key, when: condition(rule), rule: String(index) })),
    },
  });

const expressionsOf = (rules: readonly WorkloadRule[]): object =>
  graph({
    type: 'expressionNode',
    content: { expressions: rules.map((rule, index) => ({ id: rule.key, key: `r${index}`, value: condition(rule) })) },
  });

/** A table that collects the rules that hit, compiled once and provided by the loader: its fastest mode for large sets. */
export const loadZenTable: LoadContender = (rules) => {
  const content = new ZenDecisionContent(tableOf(rules));
  const engine = new ZenEngine({ loader: async () => content });
  return {
    name: 'zen table',
    evaluate: async (context) => {
      const { result } = (await engine.evaluate('rules', context)) as { result: { rule: number }[] };
      return result.map((row) => row.rule);
    },
  };
};

/** One expression per rule in an expression node. */
export const loadZenExpressions: LoadContender = (rules) => {
  const content = new ZenDecisionContent(expressionsOf(rules));
  const engine = new ZenEngine({ loader: async () => content });
  return {
    name: 'zen expressions',
    evaluate: async (context) => {
      const { result } = (await engine.evaluate('rules', context)) as { result: Record<string, boolean> };
      return rules.flatMap((_, index) => (result[`r${index}`] === true ? [index] : []));
    },
  };
};
