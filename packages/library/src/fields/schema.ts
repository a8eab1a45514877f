import type { FieldDeclaration, Schema, Target } from '@tamis/lang';
import { companyRows, entityRows, personRows } from './entity-rows.js';
import { fieldsAt, types } from './field-builder.js';
import { partyRows, transactionRows } from './transaction-rows.js';

const bare = (path: string, jsonPath: readonly string[], description: string, nullable: boolean): FieldDeclaration => ({
  path,
  jsonPath,
  type: types.entity,
  nullable,
  description,
});

/** An entity's fields below its word in the text and its object in JSON. */
function entityFields(
  text: readonly string[],
  json: readonly string[],
  optional: boolean,
): readonly FieldDeclaration[] {
  const root = { text, json, optional };
  return [
    ...fieldsAt(root, entityRows),
    ...fieldsAt({ text: [...text, 'person'], json: [...json, 'entityData', 'person'], optional: true }, personRows),
    ...fieldsAt({ text: [...text, 'company'], json: [...json, 'entityData', 'company'], optional: true }, companyRows),
  ];
}

/** What hangs on a transaction: the linked entities and the parties as sent. */
const partyFields: readonly FieldDeclaration[] = [
  bare('origin', ['originEntityId'], 'the sender', true),
  bare('destination', ['destinationEntityId'], 'the receiver', true),
  ...entityFields(['origin'], ['originEntity'], true),
  ...entityFields(['destination'], ['destinationEntity'], true),
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
  ];
}

const fieldsByTarget: Readonly<Record<Target, readonly FieldDeclaration[]>> = {
  transaction: [...fieldsAt({ text: ['transaction'], json: [], optional: false }, transactionRows), ...partyFields],
  person: ownFields('person'),
  company: ownFields('company'),
};

const fieldsBySource: ReadonlyMap<string, readonly FieldDeclaration[]> = new Map([
  ['transactions', [...fieldsAt({ text: [], json: [], optional: false }, transactionRows), ...partyFields]],
]);

const byPath = (fields: readonly FieldDeclaration[]): ReadonlyMap<string, FieldDeclaration> =>
  new Map(fields.map((field) => [field.path, field]));

const pathsByTarget: Readonly<Record<Target, ReadonlyMap<string, FieldDeclaration>>> = {
  transaction: byPath(fieldsByTarget.transaction),
  person: byPath(fieldsByTarget.person),
  company: byPath(fieldsByTarget.company),
};

const pathsBySource = new Map([...fieldsBySource].map(([source, fields]) => [source, byPath(fields)]));

/** The declared field, or a key below an object whose keys nobody declares. */
function find(fields: ReadonlyMap<string, FieldDeclaration>, steps: readonly string[]): FieldDeclaration | null {
  // A key with a dot in it is no declared path.
  if (!steps.some((step) => step.includes('.'))) {
    const declared = fields.get(steps.join('.'));
    if (declared) return declared;
  }
  for (let length = steps.length - 1; length > 0; length--) {
    const holder = fields.get(steps.slice(0, length).join('.'));
    if (!holder?.openKeys) continue;
    const below = steps.slice(length);
    return {
      path: [holder.path, ...below].join('.'),
      jsonPath: [...holder.jsonPath, ...below],
      type: types.any,
      nullable: true,
      openKeys: true,
      description: `a key of ${holder.path}`,
    };
  }
  return null;
}

const rootsOf = (fields: readonly FieldDeclaration[]): readonly string[] => [
  ...new Set(fields.map((field) => field.path.split('.')[0] ?? '')),
];

const roots: Readonly<Record<Target, readonly string[]>> = {
  transaction: rootsOf(fieldsByTarget.transaction),
  person: rootsOf(fieldsByTarget.person),
  company: rootsOf(fieldsByTarget.company),
};

/** Every field a rule can name (language manual 1.4). */
export const schema: Schema = {
  field: (target, steps) => find(pathsByTarget[target], steps),
  recordField: (source, steps) => {
    const fields = pathsBySource.get(source);
    return fields ? find(fields, steps) : null;
  },
  fields: (target) => fieldsByTarget[target],
  recordFields: (source) => fieldsBySource.get(source) ?? [],
  roots: (target) => roots[target],
};
