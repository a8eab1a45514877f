import { compileRuleSet, type EvaluationParams } from '@tamis/engine';
import fc from 'fast-check';

import {
  transactionContextJson,
  transactionRecordJson,
} from '../../src/modules/events/transactions/domain/transaction-view.js';
import type { Party, Transaction } from '../../src/modules/events/transactions/domain/transaction.js';
import { AccountNumberCipher } from '../../src/platform/secrets/index.js';
import { newId } from '../../src/platform/database/index.js';

/** A window that no other rule shares and that contains most of the records, so that it always has parts. */
export const always = 'count(transactions involving origin in all time) >= 1';

export const windowTexts = [
  'count(transactions from origin in last 30d where status = "SUCCESSFUL") >= 1',
  'sum(amount as USD of transactions from origin in last 7d) > 5 USD',
  'max(amountInUsd of transactions from origin in all time) > 5',
  'count(distinct destination of transactions per deviceDetails.deviceId in last 30d) > 1',
];

/** The time of the decision for the payment whose windows are requested. */
/** These payments contain no account. */
export const loadNumbers = () => Promise.resolve(new AccountNumberCipher(Buffer.alloc(32)));

export const at = Date.parse('2026-03-10T12:00:00Z');
export const origin = '0190a0f0-0000-7000-8000-00000000000a';
const payees = ['b', 'c', 'd'].map((letter) => `0190a0f0-0000-7000-8000-00000000000${letter}`);

const party = (entityId: string | null): Party => ({
  entityId,
  externalId: null,
  taxId: null,
  name: null,
  country: null,
  details: null,
});

/** The values that vary between payments. */
export interface TransactionVariation {
  readonly minutes: number;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly channel: string | null;
  readonly paymentMethod: string | null;
  readonly amountInUsd: string | null;
  readonly flagged: boolean;
  readonly payee: string | null;
  readonly device: string | null;
  readonly address: string | null;
}

const amounts = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
  .map(([units, digits]) => {
    const text = units.toString().padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  });

const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values);

export const variations = (
  currencies: readonly string[],
  channels: readonly string[],
): fc.Arbitrary<TransactionVariation> =>
  fc.record({
    minutes: fc.integer({ min: -10, max: 60 * 24 * 12 }),
    amount: amounts,
    currency: fc.constantFrom(...currencies),
    status: fc.constantFrom('CREATED', 'SUCCESSFUL', 'DECLINED'),
    channel: orNull(channels),
    paymentMethod: orNull(['CARD', 'PIX']),
    amountInUsd: fc.oneof(fc.constant(null), amounts),
    flagged: fc.boolean(),
    payee: orNull(payees),
    device: orNull(['phone', 'tablet']),
    address: orNull(['203.0.113.7', '::ffff:203.0.113.7', '2001:DB8::1', '2001:db8:0::1', 'nowhere']),
  });

export const transaction = (organizationId: string, each: TransactionVariation): Transaction => {
  const time = new Date(at - each.minutes * 60_000);
  const id = newId();
  const device = { deviceId: each.device, ipAddress: each.address };
  return {
    id,
    organizationId,
    externalId: id,
    type: 'PAYMENT',
    status: each.status,
    reason: 'OTHER',
    paymentMethod: each.paymentMethod,
    channel: each.channel,
    amount: each.amount,
    currency: each.currency,
    amountInUsd: each.amountInUsd,
    currenciesExchange: '{}',
    description: null,
    category: null,
    origin: party(origin),
    destination: party(each.payee),
    locationDetails: null,
    deviceDetails: JSON.stringify(Object.fromEntries(Object.entries(device).filter(([, value]) => value !== null))),
    metadata: '{}',
    flagged: each.flagged,
    last: null,
    statusHistory: '[]',
    batchJobId: null,
    transactedAt: time,
    createdAt: time,
    updatedAt: time,
  };
};

export const contextOf = (stored: Transaction): Record<string, unknown> =>
  JSON.parse(
    transactionContextJson(transactionRecordJson(stored, { origin: null, destination: null }), {
      origin: 'null',
      destination: 'null',
    }),
  ) as Record<string, unknown>;

const filters = [
  '',
  'where status = "SUCCESSFUL"',
  'where status in ["CREATED", "DECLINED"] and not (channel = "Web")',
  'where channel != "web" or flagged',
  'where channel is missing',
  'where paymentMethod is present and amount >= 500 USD',
  'where amountInUsd > 1000 or paymentMethod = "PIX"',
  'where amount between 10 USD and 90000 USD',
  'where none { flagged, channel in ["atm", "app"] }',
  'where at least 2 of { flagged, channel = "web", amount < 100 USD }',
] as const;
const records = ['transactions from origin', 'prior transactions from origin', 'transactions per deviceDetails.deviceId',
  'transactions per deviceDetails.ipAddress'] as const; // prettier-ignore
const windows = ['in last 24h', 'in last 30d', 'in previous week', 'in all time'] as const;
const functions = [
  ['count(', ' >= 5'],
  ['exists(', ''],
  ['sum(amount as USD of ', ' > 1000 USD'],
  ['avg(amountInUsd of ', ' > 1000'],
  ['min(amount as USD of ', ' > 1000 USD'],
  ['max(amountInUsd of ', ' > 1000'],
  ['count(distinct destination of ', ' > 2'],
  ['count(distinct channel of ', ' > 2'],
  ['stddev(amount as USD of ', ' > 1 USD'],
  ['share(', ' > 0.5'],
] as const;

/** Generates the texts of conditions on one aggregate. */
export const conditions = fc
  .record({
    made: fc.constantFrom(...functions),
    of: fc.constantFrom(...records),
    window: fc.constantFrom(...windows),
    filter: fc.constantFrom(...filters),
  })
  .filter(({ made, filter }) => made[0] !== 'share(' || filter !== '')
  .map(({ made, of, window, filter }) => `${made[0]}${of} ${window} ${filter})${made[1]}`);

export const compiled = (texts: readonly string[], timezone = 'America/Sao_Paulo') => {
  const result = compileRuleSet({
    rules: texts.map((text, index) => ({
      ruleId: `r${index}`,
      version: 1,
      status: 'active',
      source: `rule r${index} "r${index}" {\n on transaction (created)\n when ${text}\n then alert LOW "x"\n}`,
      externalId: null,
      createdAt: '2026-01-01T00:00:00Z',
    })),
    lists: {},
    baseCurrency: 'USD',
    timezone,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

export const run: EvaluationParams = { evaluationId: 'e', target: 'transaction', trigger: 'created', now: at };

/** Generates the transactions that are stored before windows are requested. */
export const storedVariations = variations(['USD'], ['web', 'atm', 'app']);

/** Generates changes to the stored transactions: one arrives late, one changes, or one is removed. */
export const change = fc.oneof(
  fc.record({ kind: fc.constant('come' as const), to: storedVariations }),
  fc.record({ kind: fc.constant('become' as const), place: fc.nat(), to: storedVariations }),
  fc.record({ kind: fc.constant('go' as const), place: fc.nat() }),
);

export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
