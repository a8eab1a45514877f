import type { EvaluationEvent } from '@tamis/dry-run';
import { Engine, type NestedCondition } from 'json-rules-engine';
import { benchRates } from './dry-run-transactions.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const is = (fact: string, operator: string, value: unknown): NestedCondition => ({ fact, operator, value });

/** The windows of `dryRunRules` as facts that are computed for json-rules-engine. */
const windows: readonly ((limit: number) => NestedCondition)[] = [
  (limit) => is('originHour', 'greaterThanInclusive', 2 + (limit % 4)),
  (limit) => is('originDay', 'greaterThanInclusive', 3 + (limit % 6)),
  (limit) => is('originSumDay', 'greaterThan', 12_000 + 500 * limit),
  (limit) => is('originSumWeek', 'greaterThan', 25_000 + 500 * limit),
  (limit) => is('amountOverMean', 'greaterThan', 4 + (limit % 3)),
  (limit) => is('originMax', 'lessThan', 100 + 5 * limit),
  (limit) => is('originChannels', 'greaterThanInclusive', 4 + (limit % 3)),
  (limit) => is('originDeclined', 'greaterThanInclusive', 2 + (limit % 3)),
  (limit) => is('destinationDay', 'greaterThanInclusive', 4 + (limit % 5)),
  (limit) => is('destinationSumWeek', 'greaterThan', 30_000 + 500 * limit),
  (limit) => is('deviceDay', 'greaterThanInclusive', 2 + (limit % 4)),
  (limit) => is('pairMonth', 'greaterThanInclusive', 2 + (limit % 4)),
];

const plain: readonly ((limit: number) => readonly NestedCondition[])[] = [
  (limit) => [is('amount', 'greaterThanInclusive', 500 + 90 * limit)],
  (limit) => [is('channel', 'in', ['branch', 'phone']), is('risk', 'greaterThan', 50 + (limit % 40))],
  (limit) => [is('country', 'equal', 'CL'), is('amount', 'greaterThan', 1_000 + 70 * limit)],
  () => [is('method', 'equal', 'WALLET')],
  () => [is('vpn', 'equal', true)],
];

/** Returns the rules of `dryRunRules` for json-rules-engine. */
export function jsonRulesEngine(rules: number): Engine {
  const engine = new Engine([]);
  for (let index = 0; index < rules; index++) {
    const first = (plain[index % plain.length] as (typeof plain)[number])(index);
    const second =
      index % 2 === 0
        ? [(windows[(index >> 1) % windows.length] as (typeof windows)[number])(index)]
        : [
            is('amount', 'greaterThanInclusive', 9_000 + 9 * index),
            is('amount', 'lessThanInclusive', 9_050 + 9 * index),
          ];
    engine.addRule({ conditions: { all: [...first, ...second] }, event: { type: `rule_${String(index)}` } });
  }
  return engine;
}

interface SeenTransaction {
  readonly now: number;
  readonly amount: number;
  readonly channel: unknown;
  readonly declined: boolean;
}

/** Records by key, in the order of arrival. */
class RecordsByKey {
  private readonly records = new Map<string, SeenTransaction[]>();

  within(key: string, now: number, spanMs: number): readonly SeenTransaction[] {
    return (this.records.get(key) ?? []).filter((each) => each.now > now - spanMs && each.now <= now);
  }

  add(key: string, seen: SeenTransaction): void {
    const known = this.records.get(key);
    if (known) known.push(seen);
    else this.records.set(key, [seen]);
  }
}

const sumOf = (records: readonly SeenTransaction[]): number => records.reduce((sum, { amount }) => sum + amount, 0);

const toUsd: Readonly<Record<string, (amount: number) => number>> = {
  USD: (amount) => amount,
  BRL: (amount) => amount / Number(benchRates.quotes[0]?.rate),
  EUR: (amount) => amount * Number(benchRates.quotes[1]?.rate),
};

/** Returns the facts of each evaluation, with all windows, in the order of arrival. */
export function jsonRulesFacts(runs: readonly EvaluationEvent[]): readonly Record<string, unknown>[] {
  const [origins, destinations, devices, pairs] = [
    new RecordsByKey(),
    new RecordsByKey(),
    new RecordsByKey(),
    new RecordsByKey(),
  ];
  return runs.map(({ context, now }) => {
    const {
      originEntityId: origin,
      destinationEntityId: destination,
      channel,
      currency,
    } = context as Record<string, string>;
    const { deviceId, isVpn } = context['deviceDetails'] as { readonly deviceId: string; readonly isVpn: boolean };
    const { countryCode, riskScore } = context['originEntity'] as Record<string, unknown>;
    const amount = (toUsd[String(currency)] as (amount: number) => number)(Number(context['amount']));
    const own = { now, amount, channel, declined: context['status'] === 'DECLINED' };
    const keys = [String(origin), String(destination), deviceId, `${String(origin)} ${String(destination)}`] as const;
    const month = origins.within(keys[0], now, 30 * dayMs);
    const week = [...origins.within(keys[0], now, 7 * dayMs), own];
    const day = [...origins.within(keys[0], now, dayMs), own];
    const facts = {
      amount,
      channel,
      risk: riskScore,
      country: countryCode,
      method: context['paymentMethod'],
      vpn: isVpn,
      originHour: origins.within(keys[0], now, hourMs).length + 1,
      originDay: day.length,
      originSumDay: sumOf(day),
      originSumWeek: sumOf(week),
      // Without records the mean and the maximum are unknown, and their rules do not hit.
      amountOverMean: month.length === 0 ? 0 : amount / (sumOf(month) / month.length),
      originMax: month.length === 0 ? Infinity : Math.max(...month.map((each) => each.amount)),
      originChannels: new Set(week.map((each) => each.channel)).size,
      originDeclined: day.filter(({ declined }) => declined).length,
      destinationDay: destinations.within(keys[1], now, dayMs).length + 1,
      destinationSumWeek: sumOf([...destinations.within(keys[1], now, 7 * dayMs), own]),
      deviceDay: devices.within(keys[2], now, dayMs).length + 1,
      pairMonth: pairs.within(keys[3], now, 30 * dayMs).length + 1,
    };
    for (const [at, keyed] of [origins, destinations, devices, pairs].entries()) keyed.add(keys[at] as string, own);
    return facts;
  });
}
