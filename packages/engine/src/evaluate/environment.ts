import type { DataRead } from '@tamis/lang';
import { environmentOf, type RunData, type RunEnvironment } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { Facts, RateRequest } from '../facts/facts.js';
import type { Context } from '../rule-set/compiled-rule-set.js';

export type { RunEnvironment };

/** The part of a rule set that is not rules. */
export interface Settings {
  readonly baseCurrency: string;
  readonly timezone: string;
}

/** What else a run was given: rates, the subject, what was looked up for it. */
export type GivenData = Pick<RunData, 'rates' | 'context' | 'answer'>;

/** What an evaluation reads besides its operands. Without rates, money converts to its own currency only. */
export const runEnvironment = (
  now: number,
  { baseCurrency, timezone }: Settings,
  given: GivenData = {},
): RunEnvironment => environmentOf({ now, timezone, baseCurrency, ...given });

/** The environment of a run over gathered facts. */
export const factsEnvironment = (now: number, settings: Settings, context: Context, facts: Facts): RunEnvironment => {
  const { reads, rates } = facts;
  return runEnvironment(now, settings, {
    context,
    answer: (read) => reads?.[canonicalJson(read as JsonValue)],
    ...(rates ? { rates } : {}),
  });
};

/** Everything a run asked for, each once. */
export interface Asked {
  readonly reads: readonly DataRead[];
  readonly rates: readonly RateRequest[];
}

/** Listens to an environment: what it was asked and the facts did not hold. */
export function listenTo(
  environment: RunEnvironment,
  { reads: known = {} }: Facts,
): { readonly environment: RunEnvironment; readonly asked: () => Asked } {
  const reads = new Map<string, DataRead>();
  const rates = new Map<string, RateRequest>();
  const { convert, read } = environment;
  const listening: RunEnvironment = {
    ...environment,
    convert: (amount, to, at) => {
      const from = amount.currency;
      if (from !== to) rates.set(`${from} ${to} ${at}`, { from, to, at });
      return convert(amount, to, at);
    },
    read: (request) => {
      const key = canonicalJson(request as JsonValue);
      if (!Object.hasOwn(known, key)) reads.set(key, request);
      return read(request);
    },
    reference: (table, argument) => listening.read({ kind: 'reference', table, argument }),
  };
  return { environment: listening, asked: () => ({ reads: [...reads.values()], rates: [...rates.values()] }) };
}
