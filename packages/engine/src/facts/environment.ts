import { readPath, type DataRead } from '@tamis/lang';
import { environmentOf, type RunData, type RunEnvironment } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { Facts, RateRequest, Context } from './facts.js';

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

/** An environment whose logical time moves from run to run. */
export type FrameEnvironment = Omit<RunEnvironment, 'now'> & { now: number };

/** What a run is over, as it is when something asks. */
interface RunUnderWay {
  readonly context: Context;
  readonly facts: Facts;
}

/** The environment of one run after the other over gathered facts, all at the same rates. */
export const frameEnvironment = (frame: RunUnderWay, settings: Settings, rates: Facts['rates']): FrameEnvironment => ({
  ...runEnvironment(0, settings, {
    answer: (read) => frame.facts.reads?.[canonicalJson(read as JsonValue)],
    ...(rates ? { rates } : {}),
  }),
  subject: (jsonPath) => readPath(frame.context, jsonPath),
  entity: (entityId) => runEnvironment(0, settings, { context: frame.context }).entity(entityId),
});

/** The environment of a run over gathered facts. */
export const factsEnvironment = (now: number, settings: Settings, context: Context, facts: Facts): RunEnvironment => {
  const made = frameEnvironment({ context, facts }, settings, facts.rates);
  made.now = now;
  made.rateTime = now;
  return made;
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
