import {
  typeName,
  type AggregateDeclaration,
  type Declaration,
  type Signature,
  type Type,
  type TypePattern,
} from '@tamis/lang';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';
import type { TypedHole } from './typed-hole.js';

const bare: Readonly<Record<string, Type>> = {
  T: { kind: 'any' },
  'list<T>': { kind: 'list', element: { kind: 'any' } },
  text: { kind: 'text', collation: null },
  list: { kind: 'list', element: { kind: 'any' } },
  enum: { kind: 'enum', name: 'any', values: [] },
};

function typeOfPattern(pattern: TypePattern): Type {
  const name = typeof pattern === 'string' ? pattern : (pattern[0] ?? 'any');
  return bare[name] ?? ({ kind: name } as Type);
}

/** Returns the result type of a function signature for operands that it accepts. */
function resultOf(signature: Signature): Type {
  try {
    return signature.result(signature.operands.map(typeOfPattern));
  } catch {
    // A result that depends on more than types is known only for real operands.
    return { kind: 'any' };
  }
}

/** Returns placeholders between brackets: `hour(${1:t})`. */
function callSnippet(name: string, form: string): string {
  const inside = /\((.*)\)/.exec(form)?.[1] ?? '';
  const parameters = inside.split(',').flatMap((each) => {
    const parameter = each.replaceAll(/[[\]…?]/g, '').trim();
    return /^[\w ]+$/.test(parameter) ? [parameter] : [];
  });
  if (parameters.length === 0) return `${name}($1)`;
  return `${name}(${parameters.map((each, index) => `\${${String(index + 1)}:${each}}`).join(', ')})`;
}

const examplesOf = ({ examples }: Declaration | AggregateDeclaration): string =>
  examples
    .slice(0, 2)
    .map(({ text, result }) => `\`${text}\` → \`${result}\``)
    .join('  \n');

/** Returns documentation and examples as Markdown. */
export const documented = (declaration: Declaration | AggregateDeclaration): string =>
  [declaration.documentation, examplesOf(declaration)].filter((part) => part !== '').join('\n\n');

/** Proposes functions with a signature whose result fits. */
export function functionProposals(situation: CompletionScope, hole: TypedHole): readonly Proposal[] {
  if (situation.path.steps.length > 0) return [];
  return situation.catalogue.functions.flatMap((declaration) => {
    const results = declaration.signatures.map(resultOf);
    if (!results.some((type) => hole.type(type))) return [];
    const [first] = results;
    return [
      {
        label: declaration.name,
        kind: 'function' as const,
        insert: callSnippet(declaration.name, declaration.form),
        isSnippet: true,
        detail: `${declaration.form} → ${first ? typeName(first) : ''}`,
        documentation: documented(declaration),
      },
    ];
  });
}

/** The types that an aggregate can compute from, to determine its possible results. */
const aggregated: readonly Type[] = [
  { kind: 'number' },
  { kind: 'money' },
  { kind: 'duration' },
  { kind: 'datetime' },
  { kind: 'text', collation: null },
];

/** Proposes aggregates whose result fits, but none inside another one. */
export function aggregateProposals(situation: CompletionScope, hole: TypedHole): readonly Proposal[] {
  if (situation.path.steps.length > 0 || situation.segment.aggregate) return [];
  return situation.catalogue.aggregates.flatMap((declaration) => {
    const results = (declaration.value === 'none' ? [null] : aggregated).map((type) => declaration.result(type));
    if (!results.some((type) => type !== null && hole.type(type))) return [];
    return [
      {
        label: declaration.name,
        kind: 'function' as const,
        insert: `${declaration.name}($1)`,
        isSnippet: true,
        detail: declaration.form,
        documentation: documented(declaration),
      },
    ];
  });
}
