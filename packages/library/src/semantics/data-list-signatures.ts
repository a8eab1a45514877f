import {
  isUnknown,
  mergeUnknown,
  unknown,
  type DataRead,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypeKind,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { valueLimits } from '../limits.js';
import { asBoolean, probeOf, type Probe } from './probe-text.js';

/** The kinds that a data list can contain (language manual 3.1); for a list, any element. */
export const listedKinds: readonly TypeKind[] = [
  'text',
  'number',
  'ip',
  'entity',
  'enum',
  'country',
  'currency',
  'any',
];

type Ask = (probe: Probe, list: string) => DataRead;

/** An unknown value is neither listed nor not listed: its own causes are kept. */
function isListed(
  value: Value | Unknown,
  type: Type | undefined,
  list: string,
  ask: Ask,
  environment: Environment,
): boolean | Unknown {
  if (isUnknown(value)) return value;
  const probe = probeOf(value, type, environment);
  if (isUnknown(probe)) return probe;
  return asBoolean(environment.read(ask(probe, list)), true) as boolean | Unknown;
}

/** Returns true as soon as one element is listed; an unknown element makes a non-match unknown. */
export function anyListed(
  elements: readonly (Value | Unknown)[] | Unknown,
  type: Type | undefined,
  list: string,
  ask: Ask,
  environment: Environment,
): boolean | Unknown {
  if (isUnknown(elements)) return elements;
  if (elements.length > valueLimits.listElements) return unknown({ cause: 'too_many_rows' });
  const doubts: Unknown[] = [];
  for (const element of elements) {
    const listed = isListed(element, type, list, ask, environment);
    if (listed === true) return true;
    if (isUnknown(listed)) doubts.push(listed);
  }
  return doubts.length > 0 ? mergeUnknown(doubts) : false;
}

const elementOf = (type: Type | undefined): Type | undefined => (type?.kind === 'list' ? type.element : undefined);

/** The value of a list operand is the id of the list, or the type of all lists to search. */
export const dataListSignatures = (name: string, wanted: boolean, ask: Ask): readonly Signature[] => [
  signature(name, [listedKinds, 'listref'], {
    result: () => boolType,
    evaluate: ([value, list], types, environment): Outcome =>
      Array.isArray(value)
        ? asBoolean(
            anyListed(value as readonly (Value | Unknown)[], { kind: 'any' }, list as string, ask, environment),
            wanted,
          )
        : asBoolean(isListed(value as Value | Unknown, types[0], list as string, ask, environment), wanted),
  }),
  signature(name, ['list', 'listref'], {
    result: () => boolType,
    evaluate: ([value, list], types, environment): Outcome =>
      asBoolean(
        anyListed(value as readonly (Value | Unknown)[], elementOf(types[0]), list as string, ask, environment),
        wanted,
      ),
  }),
];

export const listedIn: Ask = (probe, listId) => ({ kind: 'listed', listId, ...probe });
export const listedInType: Ask = (probe, listType) => ({ kind: 'listedInType', listType, ...probe });
