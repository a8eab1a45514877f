import type { Position } from 'vscode-languageserver-types';
import type { Location, Project } from '../project/project.js';
import { occurrenceAt, rangeOfSpan, spotAt } from '../project/at-position.js';
import { thingAt, usesOf, type NamedThing, type Use } from '../project/resolve.js';

export function thingUnder(uri: string, position: Position, project: Project): NamedThing | null {
  const spot = spotAt(uri, position, project);
  const occurrence = spot && occurrenceAt(spot);
  return spot && occurrence && thingAt(occurrence, spot.located.placed.unit, project);
}

const locationOf = ({ located, occurrence }: Use): Location => ({
  uri: located.document.uri,
  range: rangeOfSpan(located, occurrence),
});

/** Where the name at a position is declared. */
export function definitionOf(uri: string, position: Position, project: Project): readonly Location[] {
  const thing = thingUnder(uri, position, project);
  if (!thing) return [];
  return usesOf(thing, project)
    .filter(({ occurrence }) => occurrence.declares !== null)
    .map(locationOf);
}

/** Every place that names what is at a position. */
export function referencesTo(
  uri: string,
  position: Position,
  includeDeclaration: boolean,
  project: Project,
): readonly Location[] {
  const thing = thingUnder(uri, position, project);
  if (!thing) return [];
  return usesOf(thing, project)
    .filter(({ occurrence }) => includeDeclaration || occurrence.declares === null)
    .map(locationOf);
}
