import type { Position, SignatureHelp } from 'vscode-languageserver-types';
import { documented } from '../completion/functions.js';
import { openBrackets } from '../completion/token-context.js';
import type { Project } from '../project/project.js';
import { declarationOffsetAt } from '../project/at-position.js';

/** Returns the text between the brackets of `distance(a, b)`, by argument. */
function parametersOf(form: string): readonly string[] {
  const inside = /\((.*)\)/s.exec(form)?.[1] ?? '';
  return inside === '' ? [] : inside.split(',').map((each) => each.trim());
}

/** Returns a definition of the open files, written as a function. */
function definitionForm(name: string, project: Project): string | null {
  for (const { nodes } of project.declarationsOf(name))
    for (const node of nodes)
      if (node.kind === 'defineDeclaration') return `${name}(${node.parameters.map(({ text }) => text).join(', ')})`;
  return null;
}

/** Returns how the call around a position is written, and the argument at the position. */
export function signatureHelpAt(uri: string, position: Position, project: Project): SignatureHelp | null {
  const spot = declarationOffsetAt(uri, position, project);
  if (!spot) return null;
  const tokens = spot.located.placed.unit.tokens.filter(({ startOffset }) => startOffset < spot.offset);
  const bracket = openBrackets(tokens).findLast(({ kind }) => kind === 'call' || kind === 'aggregate');
  if (!bracket) return null;
  const name = tokens[bracket.at - 1]?.image ?? '';
  const { catalogue } = project.options;
  const declaration = bracket.kind === 'aggregate' ? catalogue.aggregate(name) : catalogue.function(name);
  const label = declaration?.form ?? definitionForm(name, project);
  if (label === null) return null;
  let depth = 0;
  let activeParameter = 0;
  for (const { tokenType } of tokens.slice(bracket.at + 1)) {
    if (/^Left(?:Paren|Square|Curly)$/.test(tokenType.name)) depth++;
    else if (tokenType.name.startsWith('Right')) depth--;
    else if (tokenType.name === 'Comma' && depth === 0) activeParameter++;
  }
  const parameters = bracket.kind === 'aggregate' ? [] : parametersOf(label).map((each) => ({ label: each }));
  return {
    signatures: [
      {
        label,
        parameters,
        ...(declaration ? { documentation: { kind: 'markdown', value: documented(declaration) } } : {}),
      },
    ],
    activeSignature: 0,
    activeParameter: Math.min(activeParameter, Math.max(0, parameters.length - 1)),
  };
}
