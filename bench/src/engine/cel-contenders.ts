import { Environment } from '@marcbachmann/cel-js';
import type { LoadContender } from './contender.js';
import type { Predicate, Term, WorkloadRule } from './workload.js';

/** Returns a double, like numbers in JSON, because comparing with an integer would cost a conversion. */
const number = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

function predicate(item: Predicate): string {
  const path = `payment.${item.field.json.join('.')}`;
  switch (item.kind) {
    case 'compare':
      return `${path} ${item.operator} ${number(item.value)}`;
    case 'between':
      return `${path} >= ${number(item.low)} && ${path} <= ${number(item.high)}`;
    case 'equal':
      return `${path} ${item.negated ? '!=' : '=='} ${JSON.stringify(item.value)}`;
    case 'in':
      return `${item.negated ? '!' : ''}(${path} in ${JSON.stringify(item.values)})`;
    case 'startsWith':
      return `${path}.startsWith(${JSON.stringify(item.value)})`;
  }
}

function term(item: Term): string {
  if ('any' in item) return `(${item.any.map((each) => `(${predicate(each)})`).join(' || ')})`;
  return 'not' in item ? `!(${predicate(item.not)})` : `(${predicate(item.one)})`;
}

const condition = ({ terms }: WorkloadRule): string => terms.map(term).join(' && ');

/** One parsed expression per rule. */
export const loadCel: LoadContender = (rules) => {
  const environment = new Environment({ unlistedVariablesAreDyn: true });
  const parsed = rules.map((rule) => environment.parse(condition(rule)));
  return {
    name: 'cel-js',
    evaluate: (context) => {
      const given = { payment: context };
      return parsed.flatMap((holds, index) => (holds(given) === true ? [index] : []));
    },
  };
};
