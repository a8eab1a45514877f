import { isName, tokenize } from '@tamis/grammar';
import { limits } from '@tamis/lang';
import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Project } from '../project/project.js';
import { occurrenceAt, rangeOfSpan, declarationOffsetAt } from '../project/at-position.js';
import { referencesOf, type NamedSymbol, type SymbolReference } from '../project/resolve-symbol.js';
import { symbolUnder } from './navigation.js';

/** The edits of all files, or a sentence for the author that explains why there are none. */
export type RenameResult =
  | { readonly ok: true; readonly edit: WorkspaceEdit }
  | { readonly ok: false; readonly problem: string };

const refused = (problem: string): RenameResult => ({ ok: false, problem });

const ownWords = ['now', 'current', 'match', 'item'];

function wordProblem(name: string, project: Project): string | null {
  const { tokens, problems } = tokenize(name);
  const [token] = tokens;
  if (problems.length > 0 || tokens.length !== 1 || token?.image !== name)
    return `\`${name}\` is not a name: use letters, digits and _, and begin with a letter`;
  if (!isName(token)) return `\`${name}\` is a reserved word`;
  if ([...name].length > limits.nameCodePoints) return `a name has at most ${String(limits.nameCodePoints)} characters`;
  const { schema } = project.options.catalogue;
  const roots = (['transaction', 'person', 'company', 'userEvent'] as const).flatMap((target) => schema.roots(target));
  return [...roots, ...ownWords].includes(name) ? `\`${name}\` is a keyword of the language` : null;
}

/** Names may not shadow each other, so a new name must be free everywhere the symbol is visible. */
function clashProblem(thing: NamedSymbol, name: string, project: Project): string | null {
  if (project.declarationsOf(name).length > 0) return `\`${name}\` is already declared`;
  for (const { placed } of project.located.values()) {
    const { unit } = placed;
    if (thing.owner !== null && thing.owner !== unit) continue;
    const local = unit.symbols.occurrences.find(
      (each) => each.name === name && (each.declares === 'let' || each.declares === 'parameter'),
    );
    if (local) return `\`${name}\` is already the name of a \`${local.declares ?? ''}\``;
  }
  return null;
}

/** In an aggregate, a field of the record would capture the name. */
function captureProblem(uses: readonly SymbolReference[], name: string, project: Project): string | null {
  const { schema } = project.options.catalogue;
  const captured = uses.find(
    ({ occurrence: { record } }) => record !== null && schema.recordField(record, [name]) !== null,
  );
  return captured ? `inside \`${captured.occurrence.record ?? ''}\`, \`${name}\` is a field of the record` : null;
}

function brokenUse(uses: readonly SymbolReference[]): string | null {
  const broken = uses.find(({ located }) => located.placed.unit.syntax.some(({ severity }) => severity === 'error'));
  return broken ? 'correct the syntax errors first' : null;
}

/** Returns the range that would be renamed at a position, or `null` if nothing there can be renamed. */
export function renamableAt(uri: string, position: Position, project: Project): Range | null {
  const spot = declarationOffsetAt(uri, position, project);
  const occurrence = spot && occurrenceAt(spot);
  return spot && occurrence && symbolUnder(uri, position, project) ? rangeOfSpan(spot.located, occurrence) : null;
}

/** Renames a symbol in every open file. */
export function rename(uri: string, position: Position, name: string, project: Project): RenameResult {
  const thing = symbolUnder(uri, position, project);
  if (!thing) return refused('no name of this file here');
  if (name === thing.name) return { ok: true, edit: { changes: {} } };
  const uses = referencesOf(thing, project);
  const problem =
    wordProblem(name, project) ??
    clashProblem(thing, name, project) ??
    captureProblem(uses, name, project) ??
    brokenUse(uses);
  if (problem !== null) return refused(problem);
  const changes: Record<string, TextEdit[]> = {};
  for (const { located, occurrence } of uses) {
    const edits = (changes[located.document.uri] ??= []);
    edits.push({ range: rangeOfSpan(located, occurrence), newText: name });
  }
  return { ok: true, edit: { changes } };
}
