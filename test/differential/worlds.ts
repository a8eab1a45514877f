import type { Context, ListItems, TransactionRecord } from '@tamis/engine';
import fc from 'fast-check';
import { textValues } from './well-typed-rules.js';

export const watchedList = 'c0000000-0000-4000-8000-000000000001';
export const goneList = 'c0000000-0000-4000-8000-000000000002';

export const now = Date.parse('2026-01-15T12:00:00Z');

/** Returns values of the right type most of the time, otherwise absent, `null`, or something inappropriate. */
const messy = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 2, arbitrary: fc.constantFrom(undefined, null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>('12', 12, true, [], {}, ['a', null, 5], 1e308, '', { amount: 1 }),
    },
  );

const numbers = fc.constantFrom(0, 0.1, 0.2, 0.3, 0.1 + 0.2, 5, 50, 100, -1, 1e21, 2 ** 53 + 2, -0);
const amounts = fc.constantFrom(
  '0',
  '0.30',
  '0.1',
  '100',
  '100.00',
  '100.01',
  '99999999999999999.999999999999999999',
  100,
  0.1,
);
const texts = fc.constantFrom(...textValues);
const entityIds = fc.constantFrom('e1', 'e2', 'e3');
const bools = fc.boolean();

/** Times at and around the boundaries of the windows. */
const offsetsMs = [
  0,
  1,
  999,
  1000,
  1001,
  3_599_999,
  3_600_000,
  86_400_000,
  86_400_001,
  604_800_000,
  31 * 86_400_000,
  40 * 86_400_000,
];
const times = fc.constantFrom(...offsetsMs).map((offset) => new Date(now - offset).toISOString());

const entity = fc.record({
  id: entityIds,
  externalId: messy(texts),
  name: messy(texts),
  taxId: messy(texts),
  type: fc.constantFrom('person', 'company'),
  countryCode: messy(fc.constantFrom('BR', 'br', 'US', 'AR')),
  riskScore: messy(numbers),
  riskFactors: messy(fc.constantFrom([], ['a'])),
  kycVerified: messy(bools),
  registrationDate: messy(fc.constantFrom('2026-01-10', '2025-01-15T12:00:00+02:00', '2026-01-15T12:00:00')),
  attributes: messy(fc.record({ limit: messy(numbers) })),
  entityData: messy(
    fc.record({
      person: messy(
        fc.record({
          dateOfBirth: messy(fc.constantFrom('1990-01-16', '2000-02-29')),
          isPep: messy(bools),
          income: messy(amounts),
          incomeCurrency: messy(fc.constantFrom('USD', 'EUR')),
        }),
      ),
      company: messy(fc.record({ employeeCount: messy(numbers) })),
    }),
  ),
});

const record = fc.record({
  id: fc.uuid(),
  type: messy(fc.constantFrom('TRANSFER', 'PAYMENT')),
  status: messy(fc.constantFrom('CREATED', 'SENT')),
  paymentMethod: messy(fc.constantFrom('CARD', 'PIX', 'CASH')),
  channel: messy(texts),
  category: messy(texts),
  amount: messy(amounts),
  amountInUsd: messy(numbers),
  currency: messy(fc.constantFrom('USD', 'USD', 'USD', 'EUR')),
  riskScore: messy(numbers),
  flagged: messy(bools),
  transactedAt: times,
  originEntityId: fc.oneof(
    { weight: 6, arbitrary: entityIds },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, '') },
  ),
  destinationEntityId: fc.oneof(
    { weight: 6, arbitrary: entityIds },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
  ),
  originEntity: messy(entity),
  destinationEntity: messy(entity),
  partyRestrictions: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant('blocked') },
    {
      weight: 3,
      arbitrary: fc.array(
        fc.record({
          role: fc.constantFrom('origin', 'destination'),
          entityId: entityIds,
          status: fc.constant('blocked'),
          decision: fc.constantFrom('REJECT', 'HOLD'),
        }),
        { maxLength: 2 },
      ),
    },
  ),
  deviceDetails: messy(fc.record({ deviceId: messy(texts), isVpn: messy(bools) })),
  metadata: messy(fc.record({ x: messy(fc.oneof(numbers, texts)), y: messy(numbers) })),
});

/** Returns data in the form in which it arrives: through JSON, without undefined and without negative zero. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export interface TestWorld {
  readonly context: Context;
  readonly records: readonly TransactionRecord[];
  readonly lists: ListItems;
}

export const worlds: fc.Arbitrary<TestWorld> = fc
  .record({
    context: record.map((subject) => ({ ...subject, transactedAt: new Date(now).toISOString() })),
    records: fc.array(record, { maxLength: 12 }),
    items: fc.array(fc.constantFrom('web', 'SAO', 'e1', '5', '0.3'), { maxLength: 3 }),
  })
  .map(({ context, records, items }) => ({
    context: asJson(context),
    records: asJson(records),
    lists: new Map([[watchedList, new Set(items)]]),
  }));
