import type { Target } from '@tamis/lang';

import type { RecordType } from '../../decisions/evaluations/index.js';
import type { LoadedRuleSet } from '../../decisions/rule-sets/index.js';

const recordTypes: Readonly<Record<Target, RecordType>> = {
  transaction: 'transaction',
  person: 'person',
  company: 'company',
  userEvent: 'user_event',
};

/** Returns the record types that the rules of a set are about, in order of the rules. */
export const recordTypesOf = ({ compiled }: LoadedRuleSet): readonly RecordType[] => [
  ...new Set(compiled.rules.flatMap(({ checked }) => checked.targets.map((target) => recordTypes[target]))),
];

type Kind = 'transaction' | 'entity' | 'user_event';

const kindOf = (type: RecordType): Kind => (type === 'person' || type === 'company' ? 'entity' : type);

/** Guesses the kind of a record from its fields. */
function guessKind({ type, eventType }: { readonly type?: unknown; readonly eventType?: unknown }): Kind {
  if (eventType !== undefined) return 'user_event';
  return type === 'person' || type === 'company' ? 'entity' : 'transaction';
}

/**
 * Returns the type as which a submitted record is read: among those that the rules are about, the one it resembles, otherwise the first.
 */
export const inferRecordType = (record: object, types: readonly RecordType[]): RecordType =>
  types.find((type) => kindOf(type) === guessKind(record)) ?? types[0]!;
