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

/** What a form of a function yields for operands it takes. */
function resultOf(signature: Signature): Type {
  try {
    return signature.result(signature.operands.map(typeOfPattern));
  } catch {
    // A result that is computed from more than types is known only for real operands.
    return { kind: 'any' };
  }
}

/** Places between brackets to fill in: `hour(${1:t})`. */
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

/** Documentation and examples as Markdown. */
export const documented = (declaration: Declaration | AggregateDeclaration): string =>
  [declaration.documentation, examplesOf(declaration)].filter((part) => part !== '').join('\n\n');

/** Functions with a form whose result fits. */
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

/** Types an aggregate may compute from, to see what it may yield. */
const aggregated: readonly Type[] = [
  { kind: 'number' },
  { kind: 'money' },
  { kind: 'duration' },
  { kind: 'datetime' },
  { kind: 'text', collation: null },
];

/** Aggregates with a result that fits; none inside another. */
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
