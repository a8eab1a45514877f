import { type Context, type Facts, factsEnvironment } from '@tamis/engine';
import { type FieldDeclaration, formatPath, type Outcome, readPath, readValue } from '@tamis/lang';

/** A record as rules saw it in a run. */
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

/** The value of a field of a record, unknown where it is missing, as a rule would read it. */
export function fieldValue(
  { derived, jsonPath, type }: ReadableField,
  { context, facts, now }: SampledRecord,
  settings: ValueSettings,
): Outcome {
  if (!derived) return readValue(readPath(context, jsonPath), type, formatPath(jsonPath), settings.timezone);
  const owner = readPath(context, derived.owner);
  return derived.value((steps) => readPath(owner, steps), factsEnvironment(now.getTime(), settings, context, facts));
}
