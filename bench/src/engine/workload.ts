import { pick, pickSkewed, seededRandom } from '../random.js';
import { workloadFields, type WorkloadField } from './workload-fields.js';

export type Predicate =
  | {
      readonly kind: 'compare';
      readonly field: WorkloadField;
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly value: number;
    }
  | { readonly kind: 'between'; readonly field: WorkloadField; readonly low: number; readonly high: number }
  | {
      readonly kind: 'equal';
      readonly field: WorkloadField;
      readonly negated: boolean;
      readonly value: string | boolean;
    }
  | {
      readonly kind: 'in';
      readonly field: WorkloadField;
      readonly negated: boolean;
      readonly values: readonly string[];
    }
  | { readonly kind: 'startsWith'; readonly field: WorkloadField; readonly value: string };

export type Term = { readonly any: readonly Predicate[] } | { readonly not: Predicate } | { readonly one: Predicate };

/** A rule is the conjunction of its terms. */
export interface WorkloadRule {
  readonly key: string;
  readonly terms: readonly Term[];
}

export type WorkloadContext = Record<string, unknown>;

export interface Workload {
  readonly rules: readonly WorkloadRule[];
  readonly contexts: readonly WorkloadContext[];
  /** The share of rules that hit, over all contexts. */
  readonly hitRate: number;
}

function place(context: WorkloadContext, path: readonly string[], value: unknown): void {
  let owner = context;
  for (const step of path.slice(0, -1)) owner = (owner[step] ??= {}) as WorkloadContext;
  owner[path.at(-1) as string] = value;
}

const read = (context: WorkloadContext, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => (value as WorkloadContext)[step], context);

/** Amounts are log-normal, and categories skewed. Every field is present, because engines disagree on the meaning of a missing value. */
function makeContext(index: number, random: () => number): WorkloadContext {
  const context: WorkloadContext = { id: `tx-${index}`, currency: 'USD', transactedAt: '2026-03-01T10:00:00.000Z' };
  for (const field of workloadFields) {
    if (field.kind === 'bool') place(context, field.json, random() < field.share);
    else if (field.kind === 'text') place(context, field.json, pickSkewed(field.values, random));
    else {
      const share = field.money === true ? Math.exp(random() * 6 - 6) : random();
      place(context, field.json, Math.round((field.low + share * (field.high - field.low)) * 100) / 100);
    }
  }
  // As in production, the context is parsed JSON.
  return JSON.parse(JSON.stringify(context)) as WorkloadContext;
}

const rounded = (value: number): number => (value > 1000 ? Math.round(value / 100) * 100 : Math.round(value));

function makePredicate(random: () => number): Predicate {
  const field = pick(workloadFields, random);
  if (field.kind === 'bool') return { kind: 'equal', field, negated: false, value: random() < 0.7 };
  if (field.kind === 'text') {
    const draw = random();
    if (draw < 0.15 && field.values.length > 20)
      return { kind: 'startsWith', field, value: pick(field.values, random).slice(0, -1) };
    if (draw < 0.5) return { kind: 'equal', field, negated: random() < 0.3, value: pickSkewed(field.values, random) };
    const values = new Set(
      Array.from({ length: 2 + Math.floor(random() * 5) }, () => pickSkewed(field.values, random)),
    );
    return { kind: 'in', field, negated: random() < 0.3, values: [...values] };
  }
  const value = rounded(field.low + random() * (field.high - field.low));
  if (random() < 0.25)
    return {
      kind: 'between',
      field,
      low: value,
      high: value + rounded((field.high - field.low) * (0.05 + random() * 0.4)),
    };
  return { kind: 'compare', field, operator: pick(['<', '<=', '>', '>='] as const, random), value };
}

function makeTerm(random: () => number): Term {
  const draw = random();
  if (draw < 0.1) return { any: Array.from({ length: 2 + Math.floor(random() * 2) }, () => makePredicate(random)) };
  return draw < 0.18 ? { not: makePredicate(random) } : { one: makePredicate(random) };
}

function holdsPredicate(predicate: Predicate, context: WorkloadContext): boolean {
  const value = read(context, predicate.field.json);
  switch (predicate.kind) {
    case 'compare': {
      const number = value as number;
      if (predicate.operator === '<') return number < predicate.value;
      if (predicate.operator === '<=') return number <= predicate.value;
      return predicate.operator === '>' ? number > predicate.value : number >= predicate.value;
    }
    case 'between':
      return (value as number) >= predicate.low && (value as number) <= predicate.high;
    case 'equal':
      return (value === predicate.value) !== predicate.negated;
    case 'in':
      return predicate.values.includes(value as string) !== predicate.negated;
    case 'startsWith':
      return (value as string).startsWith(predicate.value);
  }
}

function holdsTerm(term: Term, context: WorkloadContext): boolean {
  if ('any' in term) return term.any.some((predicate) => holdsPredicate(predicate, context));
  return 'not' in term ? !holdsPredicate(term.not, context) : holdsPredicate(term.one, context);
}

export const holds = ({ terms }: WorkloadRule, context: WorkloadContext): boolean =>
  terms.every((term) => holdsTerm(term, context));

/** Returns which of the contexts satisfy a term, as one byte each. */
const truths = (term: Term, contexts: readonly WorkloadContext[]): Uint8Array =>
  Uint8Array.from(contexts, (context) => Number(holdsTerm(term, context)));

function countAll(parts: readonly Uint8Array[], until: number): number {
  let count = 0;
  for (let index = 0; index < until; index++) count += Number(parts.every((part) => part[index] === 1));
  return count;
}

/** Returns the number of terms for a set of this many rules: as in practice, large sets share more of them. */
const termsOf = (ruleCount: number): number => Math.max(40, Math.round(5 * ruleCount ** 0.7));

const sampledContexts = 500;

/** Terms come from a pool, because real rules share theirs; a rule is accepted if its own hit rate is near 2 %. */
export function makeWorkload(ruleCount: number, seed: number, contextCount = 2_000): Workload {
  const random = seededRandom(seed);
  const contexts = Array.from({ length: contextCount }, (_, index) => makeContext(index, random));
  const pool = Array.from({ length: termsOf(ruleCount) }, () => makeTerm(random));
  const holding = new Map(pool.map((term) => [term, truths(term, contexts)]));
  const rules: WorkloadRule[] = [];
  let hits = 0;
  while (rules.length < ruleCount) {
    const terms = [...new Set(Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(pool, random)))];
    const parts = terms.map((term) => holding.get(term) as Uint8Array);
    const rate = countAll(parts, sampledContexts) / sampledContexts;
    if (terms.length < 2 || rate < 0.004 || rate > 0.045) continue;
    rules.push({ key: `rule_${rules.length + 1}`, terms });
    hits += countAll(parts, contextCount);
  }
  return { rules, contexts, hitRate: hits / (ruleCount * contexts.length) };
}
