import type { Predicate, Term, WorkloadRule } from './workload.js';

/** A JsonLogic expression. */
export type JsonLogic = string | number | boolean | readonly JsonLogic[] | { readonly [operator: string]: JsonLogic };

function predicate(item: Predicate): JsonLogic {
  const value = { var: item.field.json.join('.') };
  switch (item.kind) {
    case 'compare':
      return { [item.operator]: [value, item.value] };
    case 'between':
      return { '<=': [item.low, value, item.high] };
    case 'equal':
      return { [item.negated ? '!==' : '===']: [value, item.value] };
    case 'in':
      return item.negated ? { '!': [{ in: [value, item.values] }] } : { in: [value, item.values] };
    case 'startsWith':
      return { startsWith: [value, item.value] };
  }
}

function term(item: Term): JsonLogic {
  if ('any' in item) return { or: item.any.map(predicate) };
  return 'not' in item ? { '!': [predicate(item.not)] } : predicate(item.one);
}

/** Returns a rule of the workload as JsonLogic, with a `startsWith` that is added to its engines. */
export const jsonLogicRule = ({ terms }: WorkloadRule): JsonLogic => ({ and: terms.map(term) });
