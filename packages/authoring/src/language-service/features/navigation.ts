import type { Position } from 'vscode-languageserver-types';
import type { Location, Project } from '../project/project.js';
import { occurrenceAt, rangeOfSpan, declarationOffsetAt } from '../project/at-position.js';
import { resolveSymbol, referencesOf, type NamedSymbol, type SymbolReference } from '../project/resolve-symbol.js';

export function symbolUnder(uri: string, position: Position, project: Project): NamedSymbol | null {
  const spot = declarationOffsetAt(uri, position, project);
  const occurrence = spot && occurrenceAt(spot);
  return spot && occurrence && resolveSymbol(occurrence, spot.located.placed.unit, project);
}

const locationOf = ({ located, occurrence }: SymbolReference): Location => ({
  uri: located.document.uri,
  range: rangeOfSpan(located, occurrence),
});

/** Returns where the name at a position is declared. */
export function findDefinition(uri: string, position: Position, project: Project): readonly Location[] {
  const thing = symbolUnder(uri, position, project);
  if (!thing) return [];
  return referencesOf(thing, project)
    .filter(({ occurrence }) => occurrence.declares !== null)
    .map(locationOf);
}

/** Returns every location that refers to the symbol at a position. */
export function findReferences(
  uri: string,
  position: Position,
  includeDeclaration: boolean,
  project: Project,
): readonly Location[] {
  const thing = symbolUnder(uri, position, project);
  if (!thing) return [];
  return referencesOf(thing, project)
    .filter(({ occurrence }) => includeDeclaration || occurrence.declares === null)
    .map(locationOf);
}
