import type { Context, StoredRecord } from '@tamis/engine';
import type { RateTable } from '@tamis/lang';
import type { Random } from './random.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Time zones of the six countries, each with instants at which its clocks change: by day, at midnight, or no longer at all. */
const zones: Readonly<Record<string, readonly string[]>> = {
  'America/Argentina/Buenos_Aires': ['2008-10-19T03:00:00Z', '2009-03-15T02:00:00Z', '2026-01-01T03:00:00Z'],
  'America/Sao_Paulo': ['2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z', '2026-03-01T03:00:00Z'],
  'America/Santiago': ['2025-04-06T03:00:00Z', '2025-09-07T04:00:00Z', '2026-04-05T03:00:00Z'],
  'America/Bogota': ['2026-01-01T05:00:00Z', '2024-02-29T05:00:00Z'],
  'America/Mexico_City': ['2022-04-03T08:00:00Z', '2022-10-30T07:00:00Z', '2026-01-01T06:00:00Z'],
  'America/Tijuana': ['2025-03-09T10:00:00Z', '2025-11-02T09:00:00Z'],
  'America/New_York': ['2025-03-09T07:00:00Z', '2025-11-02T06:00:00Z', '2025-11-01T04:00:00Z'],
};

export const zoneNames: readonly string[] = Object.keys(zones);

/** Distances at which windows begin or end from the logical time, and the logical time from a change of clocks. */
const offsetsMs = [
  0,
  1,
  999,
  1000,
  hourMs - 1,
  hourMs,
  hourMs + 1,
  12 * hourMs,
  dayMs - 1,
  dayMs,
  dayMs + 1,
  dayMs + hourMs,
  7 * dayMs,
  7 * dayMs - hourMs,
  30 * dayMs,
  31 * dayMs,
  31 * dayMs + hourMs,
  91 * dayMs,
];

/** Returns an instant at, before or after another, at a distance at which something may change. */
function near(ms: number, random: Random): number {
  const offset = random.pick(offsetsMs);
  return random.chance(0.5) ? ms - offset : ms + offset;
}

/** An evaluation and the records that arrive before it. */
export interface WindowStep {
  readonly transactions: readonly StoredRecord[];
  readonly userEvents: readonly StoredRecord[];
  /** New version of a transaction that arrived before. */
  readonly replaced: StoredRecord | null;
  readonly context: Context;
  readonly now: number;
}

export interface WindowWorld {
  readonly rates: RateTable;
  readonly steps: readonly WindowStep[];
}

const ids = ['e1', 'e1', 'e1', 'e2', 'e3'];
const amounts = ['100', '0.30', '100.01', '0.1', '99999999999999999.999999999999999999', 5, 0.1, '1e-30', null, 'ten'];
const usualAmounts = amounts.slice(0, 7);

const maybe = <T>(random: Random, value: T): T | null => (random.chance(0.9) ? value : null);

const entity = (random: Random): object => ({
  countryCode: random.pick(['BR', 'US', 'AR']),
  riskScore: random.pick([1, 9]),
});

function transaction(id: string, ms: number, usual: boolean, random: Random): StoredRecord {
  return {
    id,
    transactedAt: random.chance(0.98) ? new Date(ms).toISOString() : random.pick(['soon', null]),
    originEntityId: maybe(random, random.pick(ids)),
    destinationEntityId: maybe(random, random.pick(ids)),
    originEntity: entity(random),
    destinationEntity: entity(random),
    amount: random.pick(usual ? usualAmounts : amounts),
    currency: usual ? random.pick(['USD', 'USD', 'BRL']) : random.pick(['USD', 'BRL', 'EUR', null]),
    channel: random.pick(['web', 'WEB', 'app', null]),
    status: random.pick(['CREATED', 'SENT', null]),
    type: random.pick(['TRANSFER', 'PAYMENT']),
    riskScore: random.pick<unknown>(usual ? [1, 5, 9, null] : [1, 5, 9, null, 'six']),
    deviceDetails: { deviceId: random.pick(['d-1', 'd-2', null]) },
    metadata: { x: random.pick<unknown>(usual ? [1, 2.5, 5] : [1, 2.5, 5, 'web', true]) },
  };
}

const userEvent = (ms: number, random: Random): StoredRecord => ({
  timestamp: new Date(ms).toISOString(),
  entityId: maybe(random, random.pick(ids)),
  eventType: random.pick(['PASSWORD_CHANGED', 'MFA_DISABLED', 'odd']),
});

/** Maximum number of evaluations in a world, and of records before each. */
export interface WorldSize {
  readonly steps: number;
  readonly records: number;
}

const small: WorldSize = { steps: 4, records: 8 };
/** Some keys have more records than are processed one by one. */
export const largeWorld: WorldSize = { steps: 12, records: 40 };

/**
 * Returns records in the order of arrival, independently of their times, and evaluations between them, most of which go forward in time.
 */
export function windowWorld(zone: string, random: Random, { steps: most, records }: WorldSize = small): WindowWorld {
  const base = near(Date.parse(random.pick(zones[zone] as readonly string[])), random);
  const usual = random.chance(0.7);
  const stored: StoredRecord[] = [];
  let now = base;
  let count = 0;
  const time = (): number => (random.chance(0.2) && count > 0 ? now : near(random.chance(0.5) ? now : base, random));
  const steps = Array.from({ length: 1 + random.below(most) }, (): WindowStep => {
    now = random.chance(0.8)
      ? now + random.pick([0, 1, 1000, hourMs, dayMs, 32 * dayMs])
      : now - random.pick(offsetsMs);
    const transactions = random.several(0, records, () => transaction(`t-${String(count++)}`, time(), usual, random));
    stored.push(...transactions);
    const old = stored.length > 0 && random.chance(0.2) ? random.pick(stored) : null;
    // The subject may already be stored in some version.
    const id = stored.length > 0 && random.chance(0.15) ? String(random.pick(stored)['id']) : 'subject';
    return {
      transactions,
      userEvents: random.several(0, 3, () => userEvent(time(), random)),
      replaced: old && transaction(String(old['id']), time(), usual, random),
      context: transaction(id, now, usual, random),
      now,
    };
  });
  const quotes = [
    { base: 'USD', quote: 'BRL', at: base - 400 * dayMs, rate: '5.40' },
    { base: 'USD', quote: 'BRL', at: base - 2 * hourMs, rate: '5.43' },
  ];
  return { rates: { referenceCurrency: 'USD', maxAgeDays: 2000, quotes }, steps };
}
