import { formatPath, parsePath, readPath, toJsonPath, type FieldDeclaration, type Target } from '@tamis/lang';
import { environmentOf, libraryCatalogue, schema, transactionReasons } from '@tamis/library';

const targets: readonly Target[] = ['transaction', 'person', 'company'];
const scope = { transaction: 'transaction', person: 'entity', company: 'entity' } as const;

it.each(targets)('stores every field of a %s where the path table says', (target) => {
  for (const field of schema.fields(target)) {
    // `person` alone keeps its word in JSON conditions; its value is the id.
    if (field.path === target) continue;
    expect([field.path, formatPath(field.jsonPath)]).toEqual([
      field.path,
      toJsonPath(parsePath(field.path) ?? [], { target: scope[target] }),
    ]);
  }
});

it('stores every field of a record where the path table says', () => {
  for (const field of schema.recordFields('transactions'))
    expect(formatPath(field.jsonPath)).toBe(
      toJsonPath(parsePath(field.path) ?? [], { target: 'transaction', record: 'transactions' }),
    );
});

it('names no field twice', () => {
  for (const target of targets) {
    const paths = schema.fields(target).map((field) => field.path);
    expect(new Set(paths).size).toBe(paths.length);
  }
});

it('lets any key be read below objects with open keys', () => {
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

it('knows 58 reasons', () => {
  expect(new Set(transactionReasons).size).toBe(58);
});

const environment = environmentOf({
  now: Date.parse('2026-03-01T01:00:00Z'),
  timezone: 'America/Sao_Paulo',
  baseCurrency: 'USD',
});

function derive(path: string, context: unknown): unknown {
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

  it('say of a company that it is no politically exposed person, and of nobody that it is not known', () => {
    expect(derive('origin.isPep', { originEntity: person })).toBe(true);
    expect(derive('origin.isPep', { originEntity: { type: 'company' } })).toBe(false);
    expect(derive('origin.isPep', { originEntity: { type: 'person' } })).toMatchObject(
      missing('originEntity.entityData.person.isPep'),
    );
    expect(derive('origin.isPep', { originEntity: null })).toMatchObject(missing('originEntity.type'));
  });

  it('count years on the calendar of the organization', () => {
    // In São Paulo it is still 28 February.
    expect(derive('origin.ageYears', { originEntity: person })).toBe(17);
  });

  it('measure the age of an account from registration, else from creation', () => {
    expect(derive('origin.accountAge', { originEntity: person })).toBe(2 * 86_400_000);
    expect(derive('origin.accountAge', { originEntity: { createdAt: '2026-02-28T01:00:00Z' } })).toBe(86_400_000);
  });

  it('place a transaction where it was said to be, else where its device was', () => {
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
});

it('has every word a rule may be asked for', () => {
  expect(libraryCatalogue.words('target')).toEqual(['transaction', 'person', 'company']);
  expect(libraryCatalogue.words('currency')).toContain('USD');
});
