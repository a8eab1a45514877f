import type { TestDeclaration } from '../ast/test-declaration.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';

/** Functions that use reference data and watchlists, whose results are given in tests (language manual 8.2). */
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

/** Entity words that every test of a target knows. */
const entityWords: Readonly<Record<Target, readonly string[]>> = {
  transaction: ['origin', 'destination'],
  person: ['entity', 'person'],
  company: ['entity', 'company'],
  userEvent: ['entity'],
};

/** Finds the field for a key of a fixture. */
export type FixtureField = (steps: readonly string[]) => FieldDeclaration | null;

/** Creates a link of a transaction, which refers to an entity by its name in the test. */
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

/** Returns the fields of the event or entity that a test is about. */
export function subjectFields(target: Target, { schema }: Catalogue): FixtureField {
  const own = target === 'userEvent' ? 'event' : target;
  const find: FixtureField = (steps) =>
    schema.field(target, [own, ...steps]) ??
    (target === 'person' || target === 'company' ? schema.field(target, ['entity', ...steps]) : null) ??
    schema.field(target, steps);
  return target === 'transaction' || target === 'userEvent' ? withLinks(find) : find;
}

/** Returns the fields of a named entity in a test. */
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

/** Returns the fields of a record of a source. */
export const recordFields = (source: string, { schema }: Catalogue): FixtureField =>
  withLinks((steps) => schema.recordField(source, steps));

/** Returns the names introduced by the `given` steps of a test, and the entity words of its target. */
export function fixtureNames(test: TestDeclaration, target: Target): ReadonlySet<string> {
  const names = new Set(entityWords[target]);
  for (const step of test.steps)
    if (step.kind === 'givenStep' && step.value.kind === 'object' && !referenceFunctions.has(step.name.text))
      names.add(step.name.text);
  return names;
}
