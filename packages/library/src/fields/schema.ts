import type { FieldDeclaration, Schema, Target } from '@tamis/lang';
import { alertRows } from './alert-rows.js';
import { accountRows } from './account-rows.js';
import { caseRows } from './case-rows.js';
import { deviceRows } from './device-rows.js';
import { elementRows } from './element-rows.js';
import { companyRows, entityRows, personRows } from './entity-rows.js';
import { fieldsAt, row, types, type FieldRoot, type FieldRow } from './field-builder.js';
import { findField } from './find-field.js';
import { instrumentRows } from './instrument-rows.js';
import { normalizedRows } from './normalized-rows.js';
import { ownershipRows } from './ownership-rows.js';
import { recordSources } from './record-sources.js';
import { relationshipRows } from './relationship-rows.js';
import { partyRows, transactionRows } from './transaction-rows.js';
import { userEventRows } from './user-event-rows.js';

const bare = (path: string, jsonPath: readonly string[], description: string, nullable: boolean): FieldDeclaration => ({
  path,
  jsonPath,
  type: types.entity,
  nullable,
  description,
});

/** Names of the parts of an entity below it. */
interface PartWords {
  readonly person: readonly string[];
  readonly company: readonly string[];
  readonly enrichment: readonly string[];
  readonly normalized: readonly string[];
}

const shortWords: PartWords = {
  person: ['person'],
  company: ['company'],
  enrichment: ['enrichment'],
  normalized: ['normalized'],
};

/** User event rules name the parts of the entity as they are stored. */
const storedWords: PartWords = {
  person: ['entityData', 'person'],
  company: ['entityData', 'company'],
  enrichment: ['enrichmentData', 'mapped'],
  normalized: ['enrichmentData', 'normalized'],
};

/** Results of integrations, by code and consolidated. */
function enrichmentFields(
  text: readonly string[],
  json: readonly string[],
  words = shortWords,
): readonly FieldDeclaration[] {
  const data = [...json, 'enrichmentData'];
  const open = (
    name: readonly string[],
    stored: string,
    screenedBy: number,
    description: string,
  ): readonly FieldDeclaration[] =>
    fieldsAt({ text, json: data, optional: true }, [
      row(name.join('.'), types.object, description, { stored, open: true, screenedBy }),
    ]);
  return [
    ...open(words.enrichment, 'mapped', 1, 'responses of integrations, by code'),
    ...open(words.normalized, 'normalized', 0, 'consolidated enrichment'),
    ...fieldsAt(
      { text: [...text, ...words.normalized], json: [...data, 'normalized'], optional: true },
      normalizedRows,
    ),
  ];
}

const ownershipFields = (text: readonly string[], json: readonly string[]): readonly FieldDeclaration[] =>
  fieldsAt({ text: [...text, 'ownership'], json: [...json, 'ownership'], optional: true }, ownershipRows);

/** Returns the fields of an entity below its word in the text and its object in JSON. */
function entityFields(
  text: readonly string[],
  json: readonly string[],
  optional: boolean,
  words = shortWords,
): readonly FieldDeclaration[] {
  const at = (part: readonly string[], stored: string): FieldRoot => ({
    text: [...text, ...part],
    json: [...json, 'entityData', stored],
    optional: true,
  });
  return [
    ...fieldsAt({ text, json, optional }, entityRows),
    ...fieldsAt(at(words.person, 'person'), personRows),
    ...fieldsAt(at(words.company, 'company'), companyRows),
    ...enrichmentFields(text, json, words),
    ...ownershipFields(text, json),
  ];
}

/** Data connected to a transaction: the linked entities, the payment method, and the parties as sent. */
const partyFields: readonly FieldDeclaration[] = [
  bare('origin', ['originEntityId'], 'the sender', true),
  bare('destination', ['destinationEntityId'], 'the receiver', true),
  bare('instrument', ['instrument', 'id'], 'the payment method', true),
  ...entityFields(['origin'], ['originEntity'], true),
  ...entityFields(['destination'], ['destinationEntity'], true),
  ...fieldsAt({ text: ['instrument'], json: ['instrument'], optional: true }, instrumentRows),
  ...fieldsAt({ text: ['originAccount'], json: ['origin'], optional: true }, partyRows),
  ...fieldsAt({ text: ['destinationAccount'], json: ['destination'], optional: true }, partyRows),
];

function ownFields(target: 'person' | 'company'): readonly FieldDeclaration[] {
  const below = target === 'person' ? personRows : companyRows;
  return [
    bare('entity', ['id'], 'the entity the rule is about', false),
    bare(target, ['id'], `the ${target} the rule is about`, false),
    ...fieldsAt({ text: ['entity'], json: [], optional: false }, entityRows),
    ...fieldsAt({ text: [target], json: ['entityData', target], optional: true }, below),
    ...enrichmentFields([], []),
    ...(target === 'company' ? ownershipFields([], []) : []),
  ];
}

const fieldsByTarget: Readonly<Record<Target, readonly FieldDeclaration[]>> = {
  transaction: [...fieldsAt({ text: ['transaction'], json: [], optional: false }, transactionRows), ...partyFields],
  person: ownFields('person'),
  company: ownFields('company'),
  userEvent: [
    ...fieldsAt({ text: ['event'], json: [], optional: false }, userEventRows),
    bare('entity', ['entityId'], 'the entity of the user', true),
    ...entityFields(['entity'], ['entity'], true, storedWords),
    ...fieldsAt({ text: ['device'], json: ['device'], optional: true }, deviceRows),
  ],
};

const bareRecord = (rows: readonly FieldRow[]): readonly FieldDeclaration[] =>
  fieldsAt({ text: [], json: [], optional: false }, rows);

/** Returns the fields of records about one entity, whose id is at `id`. */
const aboutEntity = (rows: readonly FieldRow[], id: string): readonly FieldDeclaration[] => [
  ...bareRecord(rows),
  bare('entity', [id], 'the entity it is about', true),
  ...entityFields(['entity'], ['entity'], true),
];

/** Any element of a list on the subject: its keys as they are, or the element itself. */
const anyElement: readonly FieldDeclaration[] = bareRecord([
  row('item', types.any, 'the element itself', { open: true }),
]);

const fieldsBySource: ReadonlyMap<string, readonly FieldDeclaration[]> = new Map([
  ['transactions', [...bareRecord(transactionRows), ...partyFields]],
  ['userEvents', aboutEntity(userEventRows, 'entityId')],
  ['alerts', aboutEntity(alertRows, 'targetEntityId')],
  ['cases', aboutEntity(caseRows, 'entityId')],
  [
    'relationships',
    [
      ...bareRecord(relationshipRows),
      bare('related', ['related', 'id'], 'the other entity', true),
      ...entityFields(['related'], ['related'], true),
    ],
  ],
  ['accounts', bareRecord(accountRows)],
  ['elements', anyElement],
  ...[...elementRows].map(([list, rows]) => [`elements of ${list}`, [...bareRecord(rows), ...anyElement]] as const),
]);

const byPath = (fields: readonly FieldDeclaration[]): ReadonlyMap<string, FieldDeclaration> =>
  new Map(fields.map((field) => [field.path, field]));

const pathsByTarget: Readonly<Record<Target, ReadonlyMap<string, FieldDeclaration>>> = {
  transaction: byPath(fieldsByTarget.transaction),
  person: byPath(fieldsByTarget.person),
  company: byPath(fieldsByTarget.company),
  userEvent: byPath(fieldsByTarget.userEvent),
};

const pathsBySource = new Map([...fieldsBySource].map(([source, fields]) => [source, byPath(fields)]));

/** Elements may contain any stored data. */
const anyKey = (steps: readonly string[]): FieldDeclaration => ({
  path: steps.join('.'),
  jsonPath: steps,
  type: types.any,
  nullable: true,
  openKeys: true,
  description: 'a key of the element',
});

const rootsOf = (fields: readonly FieldDeclaration[]): readonly string[] => [
  ...new Set(fields.map((field) => field.path.split('.')[0] ?? '')),
];

const roots: Readonly<Record<Target, readonly string[]>> = {
  transaction: rootsOf(fieldsByTarget.transaction),
  person: rootsOf(fieldsByTarget.person),
  company: rootsOf(fieldsByTarget.company),
  userEvent: rootsOf(fieldsByTarget.userEvent),
};

/** Every field that a rule can name (language manual 1.4). */
export const schema: Schema = {
  field: (target, steps) => findField(pathsByTarget[target], steps),
  recordField: (source, steps) => {
    const fields = pathsBySource.get(source);
    if (!fields) return null;
    return findField(fields, steps) ?? (source.startsWith('elements') ? anyKey(steps) : null);
  },
  elementSource: (listPath) => {
    const named = `elements of ${listPath.at(-1) ?? ''}`;
    return pathsBySource.has(named) ? named : 'elements';
  },
  fields: (target) => fieldsByTarget[target],
  recordFields: (source) => fieldsBySource.get(source) ?? [],
  sources: recordSources,
  roots: (target) => roots[target],
};
