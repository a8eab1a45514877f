import type { FileDeclaration } from '@tamis/lang';
import type { Proposal } from './proposal.js';
import type { Situation } from './situation.js';
import { letsBefore } from './surroundings.js';

export interface NameProposal {
  /** How it is used as a value, for the check; null where that depends on arguments nobody has written yet. */
  readonly text: string | null;
  readonly proposal: Proposal;
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const described: Readonly<Record<string, string>> = {
  constDeclaration: 'constant',
  paramDeclaration: 'parameter',
  defineDeclaration: 'definition',
  listDeclaration: 'list',
};

/** Declarations of the file and of the other open files that stand for a value. */
function declarations(situation: Situation): readonly { node: FileDeclaration; text: string }[] {
  const { project } = situation.cursor;
  return [...project.names.values()].flat().flatMap((unit) => {
    const [node] = unit.nodes;
    return node && node.kind in described && unit !== situation.cursor.placed.unit
      ? [{ node, text: oneLine(unit.text) }]
      : [];
  });
}

/** Lets above the cursor, constants, parameters, definitions, lists. */
export function declaredNames(situation: Situation): readonly NameProposal[] {
  const { tokens, text } = situation.cursor;
  const isConstant = ['Const', 'Param'].includes(tokens[0]?.tokenType.name ?? '');
  const names: NameProposal[] = letsBefore(tokens, text).map(({ name, value }) => ({
    text: name,
    proposal: { label: name, kind: 'name', detail: `let ${name} = ${oneLine(value)}` },
  }));
  for (const name of situation.parameters)
    names.push({ text: name, proposal: { label: name, kind: 'name', detail: 'parameter of the definition' } });
  for (const { node, text: source } of declarations(situation)) {
    if (isConstant && node.kind !== 'constDeclaration') continue;
    if (node.kind === 'listDeclaration' && situation.segment.text.trim() === '') continue;
    if (!('name' in node)) continue;
    const label = node.name.text;
    const takes = node.kind === 'defineDeclaration' ? node.parameters.map((each) => each.text) : [];
    const detail = described[node.kind] ?? '';
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

const nodesOf = (situation: Situation, kind: FileDeclaration['kind']): readonly string[] =>
  [...situation.cursor.project.names].flatMap(([name, units]) =>
    units.some(({ nodes }) => nodes[0]?.kind === kind) ? [name] : [],
  );

/** Names of one kind of declaration, for places that take no other. */
export const namesOf = (situation: Situation, kind: FileDeclaration['kind']): readonly Proposal[] =>
  nodesOf(situation, kind).map((label) => ({
    label,
    kind: 'name',
    detail: described[kind] ?? kind.replace('Declaration', ''),
  }));
