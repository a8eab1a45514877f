import type { Target } from '@tamis/lang';

import type { RecordType } from '../../decisions/evaluations/index.js';
import type { LoadedRuleSet } from '../../decisions/rule-sets/index.js';

const recordTypes: Readonly<Record<Target, RecordType>> = {
  transaction: 'transaction',
  person: 'person',
  company: 'company',
  userEvent: 'user_event',
};

/** What the rules of a set are about, in their order. */
export const recordTypesOf = ({ compiled }: LoadedRuleSet): readonly RecordType[] => [
  ...new Set(compiled.rules.flatMap(({ checked }) => checked.targets.map((target) => recordTypes[target]))),
];

type Kind = 'transaction' | 'entity' | 'user_event';

const kindOf = (type: RecordType): Kind => (type === 'person' || type === 'company' ? 'entity' : type);

/** What a record looks like. */
function guessKind({ type, eventType }: { readonly type?: unknown; readonly eventType?: unknown }): Kind {
  if (eventType !== undefined) return 'user_event';
  return type === 'person' || type === 'company' ? 'entity' : 'transaction';
}

/** The type as which a record that is sent is read: of those that the rules are about, the one it looks like, else the first. */
export const inferRecordType = (record: object, types: readonly RecordType[]): RecordType =>
  types.find((type) => kindOf(type) === guessKind(record)) ?? types[0]!;
