import type { TestDeclaration } from '../ast/test-declaration.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';

/** Functions over reference data and watchlists, whose answers a test gives (language manual 8.2). */
export const referenceFunctions: ReadonlySet<string> = new Set([
  'ipCountry',
  'ipAsn',
  'ipFlag',
  'binCountry',
  'binBrand',
  'isFreeEmail',
  'isDisposableEmail',
  'geoCountry',
  'isHoliday',
  'isBusinessDay',
  'screenName',
]);

/** Words for entities every test of a target knows. */
const entityWords: Readonly<Record<Target, readonly string[]>> = {
  transaction: ['origin', 'destination'],
  person: ['entity', 'person'],
  company: ['entity', 'company'],
  userEvent: ['entity'],
};

/** Finds the field behind a key of a fixture. */
export type FixtureField = (steps: readonly string[]) => FieldDeclaration | null;

/** Links of a transaction, which name an entity of the world. */
const link = (name: string): FieldDeclaration => ({
  path: name,
  jsonPath: [name === 'from' ? 'originEntityId' : 'destinationEntityId'],
  type: { kind: 'entity' },
  nullable: true,
  description: name === 'from' ? 'the sender' : 'the receiver',
});

const withLinks =
  (field: FixtureField): FixtureField =>
  (steps) => {
    const [head, ...rest] = steps;
    return rest.length === 0 && (head === 'from' || head === 'to') ? link(head) : field(steps);
  };

/** Keys of the event or entity a test is about. */
export function subjectFields(target: Target, { schema }: Catalogue): FixtureField {
  const own = target === 'userEvent' ? 'event' : target;
  const find: FixtureField = (steps) =>
    schema.field(target, [own, ...steps]) ??
    (target === 'person' || target === 'company' ? schema.field(target, ['entity', ...steps]) : null) ??
    schema.field(target, steps);
  return target === 'transaction' || target === 'userEvent' ? withLinks(find) : find;
}

/** Keys of an entity of the world. */
export function entityFields(name: string, target: Target, { schema }: Catalogue): FixtureField {
  if (target === 'person' || target === 'company')
    return entityWords[target].includes(name)
      ? subjectFields(target, { schema } as Catalogue)
      : (steps) => schema.field('transaction', ['origin', ...steps]);
  const head = target === 'userEvent' ? 'entity' : 'origin';
  return (steps) => schema.field(target, [head, ...steps]);
}

export const instrumentFields =
  ({ schema }: Catalogue): FixtureField =>
  (steps) =>
    schema.field('transaction', ['instrument', ...steps]);

/** Keys of a record of a source. */
export const recordFields = (source: string, { schema }: Catalogue): FixtureField =>
  withLinks((steps) => schema.recordField(source, steps));

/** Names the `given` steps of a test introduce, and the entity words of its target. */
export function fixtureNames(test: TestDeclaration, target: Target): ReadonlySet<string> {
  const names = new Set(entityWords[target]);
  for (const step of test.steps)
    if (step.kind === 'givenStep' && step.value.kind === 'object' && !referenceFunctions.has(step.name.text))
      names.add(step.name.text);
  return names;
}
