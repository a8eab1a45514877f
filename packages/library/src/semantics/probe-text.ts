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

/** The value to look up in a data list. */
export interface Probe {
  readonly value: string;
  readonly isAddress: boolean;
}

/**
 * Returns the text by which an entity is listed: its tax id, otherwise the caller's id, otherwise our id, because our id alone would not be
 * found.
 */
function entityText(id: string, environment: Environment): string | Unknown {
  const entity = environment.entity(id);
  if (isUnknown(entity)) return entity;
  const texts = [readPath(entity, ['taxId']), readPath(entity, ['externalId'])];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? id;
}

/** Returns the text by which a value is looked up in a data list (language manual 3.1, 1.9). */
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

/** Returns a boolean, or the unknown unchanged; any other data do not fit. */
export const asBoolean = (answer: Outcome, wanted: boolean): Outcome =>
  typeof answer === 'boolean'
    ? answer === wanted
    : typeof answer === 'object' && 'causes' in answer
      ? answer
      : typeMismatch('bool');
