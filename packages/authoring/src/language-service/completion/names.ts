import type { FileDeclaration } from '@tamis/lang';
import type { NamedKind } from '../documents/declaration.js';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';
import { letsBefore } from './token-context.js';

export interface NameProposal {
  /** Its text when used as a value, for the check; `null` if this depends on arguments that are not written yet. */
  readonly text: string | null;
  readonly proposal: Proposal;
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const described: Readonly<Record<NamedKind, string>> = {
  Const: 'constant',
  Param: 'parameter',
  Define: 'definition',
  List: 'list',
  Rule: 'rule',
  Matrix: 'matrix',
};

const values: ReadonlySet<NamedKind | null> = new Set<NamedKind>(['Const', 'Param', 'Define', 'List']);

/** Returns the declarations of values in the file and in the other open files. */
function declarations({
  cursor,
}: CompletionScope): readonly { node: FileDeclaration; text: string; kind: NamedKind }[] {
  return [...cursor.project.names.values()].flat().flatMap((unit) => {
    const { kind } = unit;
    if (kind === null || !values.has(kind) || unit === cursor.placed.unit) return [];
    const [node] = unit.nodes;
    return node ? [{ node, text: oneLine(unit.text), kind }] : [];
  });
}

/** Returns lets above the cursor, constants, parameters, definitions and lists. */
export function declaredNames(situation: CompletionScope): readonly NameProposal[] {
  const { tokens, text } = situation.cursor;
  const isConstant = ['Const', 'Param'].includes(tokens[0]?.tokenType.name ?? '');
  const names: NameProposal[] = letsBefore(tokens, text).map(({ name, value }) => ({
    text: name,
    proposal: { label: name, kind: 'name', detail: `let ${name} = ${oneLine(value)}` },
  }));
  for (const name of situation.parameters)
    names.push({ text: name, proposal: { label: name, kind: 'name', detail: 'parameter of the definition' } });
  for (const { node, text: source, kind } of declarations(situation)) {
    if (isConstant && node.kind !== 'constDeclaration') continue;
    if (node.kind === 'listDeclaration' && situation.segment.text.trim() === '') continue;
    if (!('name' in node)) continue;
    const label = node.name.text;
    const takes = node.kind === 'defineDeclaration' ? node.parameters.map((each) => each.text) : [];
    const detail = described[kind];
    if (takes.length === 0)
      names.push({ text: label, proposal: { label, kind: 'name', detail, documentation: code(source) } });
    else if (!situation.parameters.has(label))
      names.push({
        text: null,
        proposal: {
          label,
          kind: 'function',
          insert: `${label}(${takes.map((name, index) => `\${${String(index + 1)}:${name}}`).join(', ')})`,
          isSnippet: true,
          detail: `${detail} ${label}(${takes.join(', ')})`,
          documentation: code(source),
        },
      });
  }
  return names;
}

export const code = (source: string): string => `\`\`\`rules\n${source}\n\`\`\``;

/** Returns the names of one kind of declaration, for positions that accept only this kind. */
export const namesOf = ({ cursor }: CompletionScope, kind: NamedKind): readonly Proposal[] =>
  [...cursor.project.names].flatMap(([label, units]): readonly Proposal[] =>
    units.some((unit) => unit.kind === kind) ? [{ label, kind: 'name', detail: described[kind] }] : [],
  );
