import { parsePath } from './path-syntax.js';
import type { PathTarget } from './path-scope.js';

/** A prefix of a text path and the JSON path prefix that replaces it. */
export interface PrefixRow {
  readonly text: readonly string[];
  readonly json: readonly string[];
  /** `alone`: only as the entire path; `head`: only with further steps; `any`: both. */
  readonly reach: 'alone' | 'head' | 'any';
}

const row = (text: string, json: string, reach: PrefixRow['reach'] = 'any'): PrefixRow => ({
  text: text === '' ? [] : text.split('.'),
  json: json === '' ? [] : json.split('.'),
  reach,
});

const entityParts = [
  ['person', 'entityData.person'],
  ['company', 'entityData.company'],
  ['enrichment', 'enrichmentData.mapped'],
  ['normalized', 'enrichmentData.normalized'],
] as const;

/** Returns the rows of a linked entity: the entity itself and the short words below it. */
const linkedEntity = (text: string, json: string): readonly PrefixRow[] => [
  row(text, json, 'head'),
  ...entityParts.map(([word, stored]) => row(`${text}.${word}`, `${json}.${stored}`)),
];

const parties: readonly PrefixRow[] = [
  row('origin', 'originEntityId', 'alone'),
  row('destination', 'destinationEntityId', 'alone'),
  ...linkedEntity('origin', 'originEntity'),
  ...linkedEntity('destination', 'destinationEntity'),
  row('originAccount', 'origin'),
  row('destinationAccount', 'destination'),
  row('instrument', 'instrument'),
];

/** Paths of the subject of a rule: language manual 1.4, heads and below an entity. */
export const subjectRows: Readonly<Record<PathTarget, readonly PrefixRow[]>> = {
  transaction: [...parties, row('now', 'now', 'alone'), row('transaction', '', 'head')],
  entity: [
    row('person', 'person', 'alone'),
    row('company', 'company', 'alone'),
    row('person', 'entityData.person', 'head'),
    row('company', 'entityData.company', 'head'),
    row('enrichment', 'enrichmentData.mapped'),
    row('normalized', 'enrichmentData.normalized'),
    row('ownership', 'ownership'),
    row('now', 'now', 'alone'),
    row('entity', 'id', 'alone'),
    row('entity', '', 'head'),
  ],
  userEvent: [row('entity', 'entity'), row('device', 'device'), row('now', 'now', 'alone'), row('event', '', 'head')],
};

const ownRows: ReadonlyMap<string, readonly PrefixRow[]> = new Map([
  ['transactions', parties],
  ['relationships', [...linkedEntity('related', 'related'), row('related', 'related', 'alone')]],
  ['userEvents', [...linkedEntity('entity', 'entity'), row('entity', 'entity', 'alone')]],
  ['alerts', [...linkedEntity('entity', 'entity'), row('entity', 'entity', 'alone')]],
  ['cases', [...linkedEntity('entity', 'entity'), row('entity', 'entity', 'alone')]],
]);

/**
 * Returns the rows for paths within an aggregate. The last step of the source determines the type of its records. First come the record's
 * own words, then those of the subject (JSON prefix `current.`). If both have the same word, `current.` refers to the subject in the text
 * too. Every other path is a field of the record, unchanged.
 */
export function recordRows(target: PathTarget, source: string): readonly PrefixRow[] {
  const own = ownRows.get(parsePath(source)?.at(-1) ?? source) ?? [];
  const taken = new Set(own.map((each) => each.text[0]));
  const subject = subjectRows[target].map((each) => ({
    text: taken.has(each.text[0]) ? ['current', ...each.text] : each.text,
    json: ['current', ...each.json],
    reach: each.reach,
  }));
  return [...own, ...subject, row('', '', 'head')];
}
