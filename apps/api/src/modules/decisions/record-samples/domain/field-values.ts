import { type Context, type Facts, factsEnvironment } from '@tamis/engine';
import { type FieldDeclaration, formatPath, type Outcome, readPath, readValue } from '@tamis/lang';

/** A record as rules saw it in an evaluation. */
export interface SampledRecord {
  readonly recordId: string;
  readonly now: Date;
  readonly context: Context;
  readonly facts: Facts;
}

export interface ValueSettings {
  readonly baseCurrency: string;
  readonly timezone: string;
}

export type ReadableField = Pick<FieldDeclaration, 'derived' | 'jsonPath' | 'type'>;

/** Returns the value of a field of a record as a rule would read it; unknown if it is missing. */
export function fieldValue(
  { derived, jsonPath, type }: ReadableField,
  { context, facts, now }: SampledRecord,
  settings: ValueSettings,
): Outcome {
  if (!derived) return readValue(readPath(context, jsonPath), type, formatPath(jsonPath), settings.timezone);
  const owner = readPath(context, derived.owner);
  return derived.value((steps) => readPath(owner, steps), factsEnvironment(now.getTime(), settings, context, facts));
}
