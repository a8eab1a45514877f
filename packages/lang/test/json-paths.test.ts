import fc from 'fast-check';
import { parsePath, formatPath, toJsonPath, toTextPath, type PathScope, type PathTarget } from '../src/index.js';

const records: PathScope = { target: 'transaction', record: 'transactions', names: new Set(['limit']) };

/** Verifies both directions. */
function checkPath(text: string, json: string, scope: PathScope): void {
  expect(toJsonPath(parsePath(text) ?? [], scope)).toBe(json);
  expect(toTextPath(json, scope)).toEqual(parsePath(text));
}

describe('paths of a transaction rule', () => {
  test.each([
    ['transaction.amount', 'amount'],
    ['transaction.metadata["KYC tier"].level', 'metadata["KYC tier"].level'],
    ['transaction["odd \\"key\\""]', '["odd \\"key\\""]'],
    ['origin.countryCode', 'originEntity.countryCode'],
    ['destination.attributes["a.b"]', 'destinationEntity.attributes["a.b"]'],
    ['origin', 'originEntityId'],
    ['destination', 'destinationEntityId'],
    ['originAccount.details.bankCountry', 'origin.details.bankCountry'],
    ['destinationAccount.details.accountNumber', 'destination.details.accountNumber'],
    ['instrument.bin', 'instrument.bin'],
    ['now', 'now'],
    ['origin.person.dateOfBirth', 'originEntity.entityData.person.dateOfBirth'],
    ['origin.enrichment["sanctions_screening"].hits', 'originEntity.enrichmentData.mapped.sanctions_screening.hits'],
    ['destination.normalized.legalName', 'destinationEntity.enrichmentData.normalized.legalName'],
    ['sent_24h', '$sent_24h'],
    ['person.income', '$person.income'],
    ['transaction.originEntityId', '$transaction.originEntityId'],
    ['transaction.origin.type', '$transaction.origin.type'],
  ])('%s maps to %s', (text, json) => checkPath(text, json, { target: 'transaction' }));
});

describe('paths of a person or company rule', () => {
  test.each([
    ['entity.riskScore', 'riskScore'],
    ['entity', 'id'],
    ['person', 'person'],
    ['person.income', 'entityData.person.income'],
    ['company.legalName', 'entityData.company.legalName'],
    ['enrichment["credit"].score', 'enrichmentData.mapped.credit.score'],
    ['normalized.shareholders', 'enrichmentData.normalized.shareholders'],
    ['entity.enrichmentData.raw["x y"].z', 'enrichmentData.raw["x y"].z'],
    ['entity.attributes.segment', 'attributes.segment'],
    ['now', 'now'],
    ['entity.id', '$entity.id'],
    ['entity.entityData.person.income', '$entity.entityData.person.income'],
  ])('%s maps to %s', (text, json) => checkPath(text, json, { target: 'entity' }));
});

describe('paths inside an aggregate', () => {
  test.each([
    ['amount', 'amount'],
    ['origin.countryCode', 'originEntity.countryCode'],
    ['destination', 'destinationEntityId'],
    ['originAccount.details.bankCountry', 'origin.details.bankCountry'],
    ['transaction.amount', 'current.amount'],
    ['current.origin.countryCode', 'current.originEntity.countryCode'],
    ['current.origin', 'current.originEntityId'],
    ['current.origin.person.income', 'current.originEntity.entityData.person.income'],
    ['now', 'current.now'],
    ['limit', '$limit'],
    ['current.amount', '$current.amount'],
  ])('%s maps to %s', (text, json) => checkPath(text, json, records));

  test('the subject paths of a person rule stay distinct from the paths of transaction records', () => {
    const scope: PathScope = { target: 'entity', record: 'transactions' };
    checkPath('entity.riskScore', 'current.riskScore', scope);
    checkPath('person.income', 'current.entityData.person.income', scope);
    checkPath('origin.riskScore', 'originEntity.riskScore', scope);
  });
});

test.each(['originEntity.person.income', 'a..b', '.a', 'a.', 'a[0]', 'a[]', '', '$', '[""', 'a["x]'])(
  '%s is rejected as a JSON path of a transaction rule',
  (json) => expect(toTextPath(json, { target: 'transaction' })).toBeNull(),
);

const heads =
  'transaction origin destination originAccount destinationAccount instrument now entity person company'.split(' ');
const storedHeads =
  'originEntity destinationEntity originEntityId entityData enrichmentData mapped normalized id current'.split(' ');
const step = fc.oneof(
  fc.constantFrom(...heads, ...storedHeads, 'enrichment', 'event', 'device', 'related', 'amount', 'limit'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const steps = fc
  .tuple(fc.constantFrom(...heads, ...storedHeads, 'amount', 'limit'), fc.array(step, { maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest]);
const scope: fc.Arbitrary<PathScope> = fc
  .record({
    target: fc.constantFrom<PathTarget>('transaction', 'entity', 'userEvent'),
    record: fc.option(
      fc.constantFrom('transactions', 'userEvents', 'relationships', 'accounts', 'entity.riskFactors'),
      { nil: undefined },
    ),
    names: fc.constant(new Set(['limit'])),
  })
  .map(({ record, ...rest }) => (record === undefined ? rest : { ...rest, record }));

test('every text path is unchanged by a round trip through its JSON path', () => {
  fc.assert(
    fc.property(steps, scope, (text, at) => expect(toTextPath(toJsonPath(text, at), at)).toEqual(text)),
    { numRuns: 1000 },
  );
});

test('every JSON path with a text form survives a round trip, except a name also known to the record scope', () => {
  fc.assert(
    fc.property(steps, scope, (json, at) => {
      const text = toTextPath(formatPath(json), at);
      if (text === null || (text.length === 1 && text[0] === 'limit')) return;
      expect(toJsonPath(text, at)).toBe(formatPath(json));
    }),
    { numRuns: 1000 },
  );
});
