import { readPath, type DataRead } from '@tamis/lang';
import { evaluationEnvironment, type EvaluationData, type EvaluationEnvironment } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { Facts, RateRequest, Context } from './facts.js';

export type { EvaluationEnvironment };

/** The part of a rule set that is not rules. */
export interface EnvironmentSettings {
  readonly baseCurrency: string;
  readonly timezone: string;
}

/** What else a run was given: rates, the subject, what was looked up for it. */
export type ProvidedData = Pick<EvaluationData, 'rates' | 'context' | 'answer'>;

/** What an evaluation reads besides its operands. Without rates, money converts to its own currency only. */
export const createEnvironment = (
  now: number,
  { baseCurrency, timezone }: EnvironmentSettings,
  given: ProvidedData = {},
): EvaluationEnvironment => evaluationEnvironment({ now, timezone, baseCurrency, ...given });

/** An environment whose logical time moves from run to run. */
export type FrameEnvironment = Omit<EvaluationEnvironment, 'now'> & { now: number };

/** What a run is over, as it is when something asks. */
interface CurrentEvaluation {
  readonly context: Context;
  readonly facts: Facts;
}

/** The environment of one run after the other over gathered facts, all at the same rates. */
export const frameEnvironment = (
  frame: CurrentEvaluation,
  settings: EnvironmentSettings,
  rates: Facts['rates'],
): FrameEnvironment => ({
  ...createEnvironment(0, settings, {
    answer: (read) => frame.facts.reads?.[canonicalJson(read as JsonValue)],
    ...(rates ? { rates } : {}),
  }),
  subject: (jsonPath) => readPath(frame.context, jsonPath),
  entity: (entityId) => createEnvironment(0, settings, { context: frame.context }).entity(entityId),
});

/** The environment of a run over gathered facts. */
export const factsEnvironment = (
  now: number,
  settings: EnvironmentSettings,
  context: Context,
  facts: Facts,
): EvaluationEnvironment => {
  const made = frameEnvironment({ context, facts }, settings, facts.rates);
  made.now = now;
  made.rateTime = now;
  return made;
};

/** Everything a run asked for, each once. */
export interface RequestedData {
  readonly reads: readonly DataRead[];
  readonly rates: readonly RateRequest[];
}

/** Listens to an environment: what it was asked and the facts did not hold. */
export function trackRequests(
  environment: EvaluationEnvironment,
  { reads: known = {} }: Facts,
): { readonly environment: EvaluationEnvironment; readonly asked: () => RequestedData } {
  const reads = new Map<string, DataRead>();
  const rates = new Map<string, RateRequest>();
  const { convert, read } = environment;
  const listening: EvaluationEnvironment = {
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
