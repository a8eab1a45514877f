import {
  formatPath,
  parsePath,
  readPath,
  toJsonPath,
  type DataTables,
  type FieldDeclaration,
  type Target,
} from '@tamis/lang';
import { lookUpInTables, evaluationEnvironment, libraryCatalogue, schema, transactionReasons } from '@tamis/library';

const targets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];
const scope = { transaction: 'transaction', person: 'entity', company: 'entity', userEvent: 'userEvent' } as const;

/** Words that refer to an entity are unchanged in JSON; their value is the id of the entity, which is stored elsewhere. */
const isEntityWord = ({ path, type }: FieldDeclaration): boolean => type.kind === 'entity' && !path.includes('.');

it.each(targets)('stores every field of a %s at the path in the path table', (target) => {
  const fields = schema.fields(target).filter((field) => !isEntityWord(field));
  expect(fields.length).toBeGreaterThan(80);
  for (const field of fields)
    expect([field.path, formatPath(field.jsonPath)]).toEqual([
      field.path,
      toJsonPath(parsePath(field.path) ?? [], { target: scope[target] }),
    ]);
});

it.each(schema.sources.map(({ name }) => name))(
  'stores every field of a record of %s at the path in the path table',
  (record) => {
    const fields = schema.recordFields(record).filter((field) => !isEntityWord(field));
    expect(fields.length).toBeGreaterThan(3);
    for (const field of fields)
      expect([field.path, formatPath(field.jsonPath)]).toEqual([
        field.path,
        toJsonPath(parsePath(field.path) ?? [], { target: 'transaction', record }),
      ]);
  },
);

it('reads entity ids from the paths where records and subjects store them', () => {
  const idOf = (target: Target, word: string) => formatPath(schema.field(target, [word])?.jsonPath ?? []);
  expect([idOf('transaction', 'origin'), idOf('transaction', 'instrument')]).toEqual([
    'originEntityId',
    'instrument.id',
  ]);
  expect([idOf('person', 'entity'), idOf('company', 'company'), idOf('userEvent', 'entity')]).toEqual([
    'id',
    'id',
    'entityId',
  ]);
  for (const { name, sides, timePath } of schema.sources) {
    const known = new Set(schema.recordFields(name).map(({ jsonPath }) => formatPath(jsonPath)));
    const ends = name === 'relationships' || name === 'accounts' ? [] : (sides.involving ?? []);
    for (const path of [...ends, ...(timePath ? [timePath] : [])]) expect(known).toContain(formatPath(path));
  }
});

describe('elements of lists in the subject', () => {
  it('have the fields declared for their list, and any other key', () => {
    const source = schema.elementSource(['originEntity', 'riskFactors']);
    expect(schema.recordField(source, ['impact'])).toMatchObject({ jsonPath: ['impact'], type: { kind: 'number' } });
    expect(schema.recordField(source, ['other', 'key'])).toMatchObject({
      jsonPath: ['other', 'key'],
      type: { kind: 'any' },
    });
  });

  it('of undeclared lists are read as they are; a scalar element is `item`', () => {
    const source = schema.elementSource(['attributes', 'phones']);
    expect(schema.recordField(source, ['item'])).toMatchObject({ jsonPath: ['item'], type: { kind: 'any' } });
    expect(schema.recordField(source, ['kind'])).toMatchObject({ jsonPath: ['kind'], type: { kind: 'any' } });
    expect(schema.recordField('nowhere', ['kind'])).toBeNull();
  });
});

it('defines no field name twice', () => {
  for (const target of targets) {
    const paths = schema.fields(target).map((field) => field.path);
    expect(new Set(paths).size).toBe(paths.length);
  }
});

it('allows any key below objects with open keys', () => {
  expect(schema.field('transaction', ['origin', 'attributes', 'KYC tier', 'level'])).toMatchObject({
    jsonPath: ['originEntity', 'attributes', 'KYC tier', 'level'],
    type: { kind: 'any' },
  });
  expect(schema.field('transaction', ['transaction', 'metadata', '__proto__'])).toMatchObject({
    jsonPath: ['metadata', '__proto__'],
  });
  expect(schema.field('transaction', ['transaction', 'nothing'])).toBeNull();
  expect(schema.field('transaction', ['transaction', 'deviceDetails.ipAddress'])).toBeNull();
});

it('defines 58 transaction reasons', () => {
  expect(new Set(transactionReasons).size).toBe(58);
});

const settings = {
  now: Date.parse('2026-03-01T01:00:00Z'),
  timezone: 'America/Sao_Paulo',
  baseCurrency: 'USD',
};

function derive(path: string, context: unknown, data: DataTables = {}): unknown {
  const environment = evaluationEnvironment({ ...settings, answer: lookUpInTables(data, settings.now) });
  const { derived } = schema.field('transaction', parsePath(path) ?? []) as FieldDeclaration;
  if (!derived) throw new Error(`${path} is stored`);
  const declared = derived.reads.map(formatPath);
  return derived.value((below) => {
    expect(declared).toContain(formatPath(below));
    return readPath(readPath(context, derived.owner), below);
  }, environment);
}

const missing = (path: string) => ({ failed: false, causes: [{ cause: 'missing', path }] });

describe('derived fields', () => {
  const person = {
    type: 'person',
    entityData: { person: { isPep: true, dateOfBirth: '2008-03-01' } },
    registrationDate: '2026-02-27T01:00:00Z',
  };

  it('read an amount with its currency, digit for digit', () => {
    expect(derive('transaction.amount', { amount: '10.50', currency: 'usd' })).toEqual({
      amount: 10.5,
      currency: 'USD',
    });
    expect(derive('transaction.amount', { currency: 'USD' })).toMatchObject(missing('amount'));
    expect(derive('transaction.amount', { amount: 'x', currency: 'USD' })).toMatchObject({ failed: true });
  });

  it('evaluate isPep to false for a company, and to unknown for a missing entity', () => {
    expect(derive('origin.isPep', { originEntity: person })).toBe(true);
    expect(derive('origin.isPep', { originEntity: { type: 'company' } })).toBe(false);
    expect(derive('origin.isPep', { originEntity: { type: 'person' } })).toMatchObject(
      missing('originEntity.entityData.person.isPep'),
    );
    expect(derive('origin.isPep', { originEntity: null })).toMatchObject(missing('originEntity.type'));
  });

  it('count years by the calendar of the organization', () => {
    // In São Paulo it is still 28 February.
    expect(derive('origin.ageYears', { originEntity: person })).toBe(17);
  });

  it('measure the account age from registration, else from creation', () => {
    expect(derive('origin.accountAge', { originEntity: person })).toBe(2 * 86_400_000);
    expect(derive('origin.accountAge', { originEntity: { createdAt: '2026-02-28T01:00:00Z' } })).toBe(86_400_000);
  });

  it('locate a transaction by its stated location, else by its device', () => {
    const device = { location: { lat: 1, lng: 2 } };
    expect(
      derive('transaction.location', { locationDetails: { latitude: 3, longitude: 4 }, deviceDetails: device }),
    ).toEqual({ lat: 3, lng: 4 });
    expect(derive('transaction.location', { locationDetails: { latitude: 3 }, deviceDetails: device })).toEqual({
      lat: 1,
      lng: 2,
    });
    expect(derive('transaction.location', {})).toMatchObject(missing('deviceDetails.location'));
  });

  it('distinguish an entity without sanctions from an unscreened one', () => {
    const origin = { originEntity: { id: 'e-1' } };
    const screening = { hits: 2, topScore: 0.9, lists: ['OFAC'] };
    expect(derive('origin.sanctionHits', origin, { screenings: { 'e-1': screening } })).toBe(2);
    expect(derive('origin.sanctionHits', origin)).toMatchObject({ failed: false, causes: [{ cause: 'not_screened' }] });
  });

  it('distinguish an integration that was not run from one that found nothing', () => {
    const enriched = { originEntity: { enrichmentData: { mapped: { bureau: { score: 7 } }, normalized: {} } } };
    expect(derive('origin.enrichment["bureau"].score', enriched)).toBe(7);
    expect(derive('origin.enrichment["bureau"].name', enriched)).toMatchObject(
      missing('originEntity.enrichmentData.mapped.bureau.name'),
    );
    expect(derive('origin.enrichment["court"].name', enriched)).toMatchObject({
      failed: false,
      causes: [{ cause: 'not_screened', path: 'originEntity.enrichmentData.mapped.court' }],
    });
    expect(derive('origin.normalized.pep.isPep', enriched)).toMatchObject(
      missing('originEntity.enrichmentData.normalized.pep.isPep'),
    );
    expect(derive('origin.normalized.pep.isPep', {})).toMatchObject({ causes: [{ cause: 'not_screened' }] });
    expect(derive('origin.normalized.other', enriched)).toMatchObject({ causes: [{ cause: 'missing' }] });
  });
});

it('contains every word that a rule may use', () => {
  expect(libraryCatalogue.words('target')).toEqual(targets);
  expect(libraryCatalogue.words('currency')).toContain('USD');
});
