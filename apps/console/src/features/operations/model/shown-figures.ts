import type { components } from '@tamis/client';

type Schemas = components['schemas'];
export type Summary = Schemas['OperationsSummaryDto'];
export type Series = Schemas['OperationsSeriesDto'];
export type RuleTotals = Schemas['RuleTotalsDto'];

export interface Minute {
  readonly payments: number;
  /** The highest value of its steps, or `null` if there was no transaction. */
  readonly p95Ms: number | null;
}

const minuteMs = 60_000;

/** Splits an hour into minutes, oldest first. The response leaves out steps without transactions. */
export function minutesOf({ from, to, points }: Pick<Series, 'from' | 'to' | 'points'>): readonly Minute[] {
  const begin = Date.parse(from);
  const count = Math.max(0, Math.round((Date.parse(to) - begin) / minuteMs));
  const minutes: { payments: number; p95Ms: number | null }[] = Array.from({ length: count }, () => ({
    payments: 0,
    p95Ms: null,
  }));
  for (const { at, payments, p95Ms } of points) {
    const minute = minutes[Math.floor((Date.parse(at) - begin) / minuteMs)];
    if (!minute) continue;
    minute.payments += payments;
    if (p95Ms !== null) minute.p95Ms = Math.max(minute.p95Ms ?? 0, p95Ms);
  }
  return minutes;
}

export interface Share {
  readonly name: string;
  readonly count: number;
  readonly share: number;
}

/** Largest first. */
export function sharesOf(totals: Readonly<Record<string, number>>): readonly Share[] {
  const all = Object.values(totals).reduce((sum, count) => sum + count, 0);
  return Object.entries(totals)
    .map(([name, count]) => ({ name, count, share: all === 0 ? 0 : count / all }))
    .sort((one, other) => other.count - one.count);
}

/** Rules by their share of the evaluation time, slowest first. */
export const slowest = (rules: readonly RuleTotals[], most: number): readonly RuleTotals[] =>
  rules
    .filter(({ totals }) => (totals.latencyShare ?? 0) > 0)
    .sort((one, other) => (other.totals.latencyShare ?? 0) - (one.totals.latencyShare ?? 0))
    .slice(0, most);

export interface UnknownRise {
  readonly ruleId: string;
  readonly key: string;
  readonly before: number;
  readonly now: number;
}

const leastRuns = 20;
const leastRate = 0.01;

/** Returns the rules that are unknown at least twice as often as before, and in at least one of a hundred evaluations. */
export function unknownRises(now: readonly RuleTotals[], before: readonly RuleTotals[]): readonly UnknownRise[] {
  const rates = new Map(before.map(({ ruleId, totals }) => [ruleId, totals.unknownRate ?? 0]));
  return now
    .filter(({ totals }) => totals.executions >= leastRuns)
    .map(({ ruleId, key, totals }) => ({
      ...{ ruleId, key, before: rates.get(ruleId) ?? 0, now: totals.unknownRate ?? 0 },
    }))
    .filter((rise) => rise.now >= leastRate && rise.now >= 2 * rise.before)
    .sort((one, other) => other.now - one.now);
}

/** Returns the command that sends a first transaction. */
export const firstTransaction = (origin: string, organizationId: string): string =>
  `curl ${origin}/transactions \\
  -H 'Authorization: Bearer <API key>' \\
  -H 'X-Organization-ID: ${organizationId}' \\
  -H 'Content-Type: application/json' \\
  -d '{"externalId": "first-1", "type": "PAYMENT", "amount": 12.50, "currency": "USD"}'`;
