import { compileFunction } from 'node:vm';
import type { Contender, LoadContender } from './contender.js';
import type { Predicate, Term, WorkloadContext, WorkloadRule } from './workload.js';

/** Safe for missing owners, as code for production must be. */
const read = (path: readonly string[]): string => `context.${path.join('?.')}`;

function predicate(item: Predicate): string {
  const value = read(item.field.json);
  switch (item.kind) {
    case 'compare':
      return `${value} ${item.operator} ${item.value}`;
    case 'between':
      return `(${value} >= ${item.low} && ${value} <= ${item.high})`;
    case 'equal':
      return `${value} ${item.negated ? '!==' : '==='} ${JSON.stringify(item.value)}`;
    case 'in':
      return `${item.negated ? '!' : ''}${JSON.stringify(item.values)}.includes(${value})`;
    case 'startsWith':
      return `${value}.startsWith(${JSON.stringify(item.value)})`;
  }
}

function term(item: Term): string {
  if ('any' in item) return `(${item.any.map(predicate).join(' || ')})`;
  return 'not' in item ? `!(${predicate(item.not)})` : predicate(item.one);
}

const condition = ({ terms }: WorkloadRule): string => terms.map(term).join(' && ');

type Hits = (context: WorkloadContext, hits: number[]) => void;

/** The source contains only the workload's own constants. */
const make = (body: string): Hits => compileFunction(body, ['context', 'hits']) as Hits;

function contender(name: string, functions: readonly Hits[]): Contender {
  return {
    name,
    evaluate: (context) => {
      const hits: number[] = [];
      for (const each of functions) each(context, hits);
      return hits;
    },
  };
}

function inChunks(rules: readonly WorkloadRule[], size: number): Hits[] {
  const statements = rules.map((rule, index) => `if (${condition(rule)}) hits.push(${index});`);
  return Array.from({ length: Math.ceil(statements.length / size) }, (_, chunk) =>
    make(statements.slice(chunk * size, (chunk + 1) * size).join('\n')),
  );
}

/** Shows what code without an index can do: two-valued logic, no money, no unknown, nothing but the hits. */
export const loadGenerated: LoadContender = (rules) =>
  contender('one generated function', inChunks(rules, rules.length));
export const loadGeneratedChunks: LoadContender = (rules) => contender('generated, 32 a function', inChunks(rules, 32));
export const loadGeneratedPerRule: LoadContender = (rules) => contender('generated, 1 a function', inChunks(rules, 1));
