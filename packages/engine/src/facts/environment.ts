import { defaultNumberFormat, readPath, type DataRead, type NumberFormat } from '@tamis/lang';
import { evaluationEnvironment, type EvaluationData, type EvaluationEnvironment } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { Facts, RateRequest, Context } from './facts.js';

export type { EvaluationEnvironment };

/** The part of a rule set apart from its rules. */
export interface EnvironmentSettings {
  readonly baseCurrency: string;
  readonly timezone: string;
  readonly numberFormat?: NumberFormat | undefined;
}

/** Equal for rule sets that can share a plan. */
export const planSettingsKey = ({
  baseCurrency,
  timezone,
  numberFormat = defaultNumberFormat,
}: EnvironmentSettings): string => `${baseCurrency} ${timezone} ${numberFormat}`;

/** Further data of an evaluation: rates, the subject, and what was looked up for it. */
export type ProvidedData = Pick<EvaluationData, 'rates' | 'context' | 'answer'>;

/** Creates an environment: what an evaluation reads besides its operands. Without rates, money converts only to its own currency. */
export const createEnvironment = (
  now: number,
  { baseCurrency, timezone, numberFormat }: EnvironmentSettings,
  given: ProvidedData = {},
): EvaluationEnvironment => evaluationEnvironment({ now, timezone, numberFormat, baseCurrency, ...given });

/** An environment whose logical time changes from one evaluation to the next. */
export type FrameEnvironment = Omit<EvaluationEnvironment, 'now'> & { now: number };

/** The inputs of the evaluation at the time they are read. */
interface CurrentEvaluation {
  readonly context: Context;
  readonly facts: Facts;
}

/** Creates the environment for consecutive evaluations over gathered facts, all with the same rates. */
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

/** Creates the environment of an evaluation over gathered facts. */
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

/** Everything an evaluation requested, without duplicates. */
export interface RequestedData {
  readonly reads: readonly DataRead[];
  readonly rates: readonly RateRequest[];
}

/** Records what an environment was asked for that the facts did not contain. */
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
