import { Engine, type ConditionProperties, type NestedCondition } from 'json-rules-engine';
import type { Contender } from './contender.js';
import type { Predicate, Term, WorkloadContext, WorkloadRule } from './workload.js';

const comparisons = {
  '<': 'lessThan',
  '<=': 'lessThanInclusive',
  '>': 'greaterThan',
  '>=': 'greaterThanInclusive',
} as const;

function leaf(item: Predicate, operator: string, value: unknown): ConditionProperties {
  return { fact: 'payment', path: `$.${item.field.json.join('.')}`, operator, value };
}

function predicate(item: Predicate): NestedCondition {
  switch (item.kind) {
    case 'compare':
      return leaf(item, comparisons[item.operator], item.value);
    case 'between':
      return { all: [leaf(item, 'greaterThanInclusive', item.low), leaf(item, 'lessThanInclusive', item.high)] };
    case 'equal':
      return leaf(item, item.negated ? 'notEqual' : 'equal', item.value);
    case 'in':
      return leaf(item, item.negated ? 'notIn' : 'in', item.values);
    case 'startsWith':
      return leaf(item, 'startsWith', item.value);
  }
}

function term(item: Term): NestedCondition {
  if ('any' in item) return { any: item.any.map(predicate) };
  return 'not' in item ? { not: predicate(item.not) } : predicate(item.one);
}

const steps = new Map<string, readonly string[]>();

/** A path is split only once, because the default resolver parses JSONPath again for every condition. */
function resolveFast(value: object, path: string): unknown {
  let known = steps.get(path);
  if (!known) steps.set(path, (known = path.slice(2).split('.')));
  return known.reduce<unknown>((owner, step) => (owner as Record<string, unknown> | undefined)?.[step], value);
}

function load(rules: readonly WorkloadRule[], name: string, options: object): Contender {
  const engine = new Engine([], options);
  engine.addOperator('startsWith', (value: string, start: string) => value.startsWith(start));
  rules.forEach((rule, index) =>
    engine.addRule({ conditions: { all: rule.terms.map(term) }, event: { type: rule.key, params: { index } } }),
  );
  return {
    name,
    evaluate: async (context: WorkloadContext) => {
      const { events } = await engine.run({ payment: context });
      return events.map(({ params }) => (params as { index: number }).index).sort((a, b) => a - b);
    },
  };
}

export const loadJsonRulesEngine = (rules: readonly WorkloadRule[]): Contender => load(rules, 'json-rules-engine', {});
export const loadJsonRulesEngineFast = (rules: readonly WorkloadRule[]): Contender =>
  load(rules, 'json-rules-engine fast paths', { pathResolver: resolveFast });
