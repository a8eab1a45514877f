import type { RuleSetContent } from '@tamis/engine';
import type { Predicate, Term, WorkloadRule } from './workload.js';

const literal = (value: string | number | boolean): string => JSON.stringify(value);

function predicate(item: Predicate): string {
  const { field } = item;
  const amount = (value: number): string =>
    field.kind === 'number' && field.money === true ? `${value} USD` : String(value);
  switch (item.kind) {
    case 'compare':
      return `${field.text} ${item.operator} ${amount(item.value)}`;
    case 'between':
      return `${field.text} between ${amount(item.low)} and ${amount(item.high)}`;
    case 'equal':
      return `${field.text} ${item.negated ? '!=' : '='} ${literal(item.value)}`;
    case 'in':
      return `${field.text} ${item.negated ? 'not in' : 'in'} [${item.values.map(literal).join(', ')}]`;
    case 'startsWith':
      return `${field.text} starts with ${literal(item.value)}`;
  }
}

function term(item: Term): string {
  if ('any' in item) return `(${item.any.map(predicate).join(' or ')})`;
  return 'not' in item ? `not (${predicate(item.not)})` : predicate(item.one);
}

/** Returns the text of a rule; `then` contains the effects of its hits in addition to their score. */
export const tamisRule = ({ key, terms }: WorkloadRule, then = ''): string => `rule ${key} "Rule ${key}" {
  on transaction (created)
  score 1
  when ${terms.map(term).join('\n   and ')}
${then === '' ? '' : `  then ${then}\n`}}
`;

/** Returns the workload as a Tamis rule set. The ages of the rules keep the order of the workload. */
export function tamisRules(rules: readonly WorkloadRule[]): RuleSetContent {
  return {
    rules: rules.map((rule, index) => ({
      ruleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      version: 1,
      status: 'active',
      source: tamisRule(rule),
      externalId: null,
      createdAt: new Date(index * 1000).toISOString(),
    })),
    lists: {},
    baseCurrency: 'USD',
    timezone: 'UTC',
  };
}
