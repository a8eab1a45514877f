import {
  isUnknown,
  readPath,
  unknown,
  type Environment,
  type Outcome,
  type Type,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { numericText, type Numeric } from '@tamis/stdx';
import { typeMismatch } from './failures.js';

/** What a data list is asked for. */
export interface Probe {
  readonly value: string;
  readonly isAddress: boolean;
}

/** An entity stands on lists by its tax id, else by the caller's id, else by ours: by ours alone it would read as not listed. */
function entityText(id: string, environment: Environment): string | Unknown {
  const entity = environment.entity(id);
  if (isUnknown(entity)) return entity;
  const texts = [readPath(entity, ['taxId']), readPath(entity, ['externalId'])];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? id;
}

/** The text a value is looked up by in a data list (language manual 3.1, 1.9). */
export function probeOf(value: Value, type: Type | undefined, environment: Environment): Probe | Unknown {
  const isAddress = type?.kind === 'ip';
  if (value === '') return unknown({ cause: 'empty_text' });
  if (typeof value === 'string') {
    const text = type?.kind === 'entity' ? entityText(value, environment) : value;
    return isUnknown(text) ? text : { value: text, isAddress };
  }
  if (typeof value === 'number' || (typeof value === 'object' && 'toFixed' in value))
    return { value: numericText(value as Numeric), isAddress };
  return typeMismatch('text or number') as Unknown;
}

/** A yes or no, or the unknown it came as; data that hold anything else do not fit. */
export const asBoolean = (answer: Outcome, wanted: boolean): Outcome =>
  typeof answer === 'boolean'
    ? answer === wanted
    : typeof answer === 'object' && 'causes' in answer
      ? answer
      : typeMismatch('bool');
