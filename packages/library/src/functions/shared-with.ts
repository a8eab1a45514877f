import { unknown, type Environment, type Outcome, type Type, type Value } from '@tamis/lang';
import { asDecimal, numericText, type Numeric } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';
import { transactionRows } from '../fields/transaction-rows.js';
import { factAs } from '../semantics/reference-signature.js';
import { startOfWindow } from '../semantics/start-of-window.js';

/** Stored fields of a record that two entities can have in common. */
const shareable: ReadonlySet<string> = new Set(
  transactionRows.filter(({ derived, type }) => !derived && type.kind === 'text').map(({ name }) => name),
);
const addresses: ReadonlySet<string> = new Set(['deviceDetails.ipAddress']);
const openRoots = /^(metadata|deviceDetails|(origin|destination)\.details)\.[^.]+(\.[^.]+)*$/;

const isSharedPath = (value: Value): boolean =>
  typeof value === 'string' && (shareable.has(value) || addresses.has(value) || openRoots.test(value));

/** Returns the start of the window. `null` if it would end before it begins, begin before 1970, or not begin at a whole millisecond. */
function startOf(duration: Numeric, type: Type | undefined, environment: Environment): number | null {
  const length = asDecimal(duration);
  if (!length.isInteger() || length.isNegative() || length.gt(environment.now)) return null;
  return startOfWindow(length, type, environment);
}

/** Returns the entity whose own use does not count. */
function ownEntity(environment: Environment): string | null {
  const ids = ['originEntityId', 'entityId', 'id'].map((key) => environment.subject([key]));
  return ids.find((id): id is string => typeof id === 'string') ?? null;
}

function sharers(path: string, duration: Numeric, type: Type | undefined, environment: Environment): Outcome {
  const raw = environment.subject(path.split('.'));
  const value = typeof raw === 'number' ? numericText(raw) : raw;
  if (typeof value !== 'string' || value === '') return unknown({ cause: 'missing_key', path });
  const from = startOf(duration, type, environment);
  if (from === null) return unknown({ cause: 'out_of_domain' });
  const entityId = ownEntity(environment);
  return factAs(environment.read({ kind: 'sharedWith', path, value, entityId, from }), numberType, environment);
}

export const sharedWith = declareFunction({
  name: 'sharedWith',
  form: 'sharedWith("deviceDetails.deviceId", 30d)',
  signatures: [
    signature('sharedWith', ['text', 'duration'], {
      constants: [
        { operand: 0, accepts: isSharedPath, expected: 'a field of the record such as "deviceDetails.deviceId"' },
      ],
      result: () => numberType,
      evaluate: ([path, duration], types, environment) =>
        sharers(path as string, duration as Numeric, types[1], environment),
    }),
  ],
  cost: 'c3',
  documentation:
    'How many other entities had this record’s value of a field in the time before it. Unknown (`missing_key`) when the ' +
    'record has no such value.',
  examples: [
    {
      text: 'sharedWith("deviceDetails.deviceId", 30d)',
      result: '2',
      given: { origin: 'e-1', 'transaction.deviceDetails.deviceId': 'd-1' },
      data: {
        sharing: {
          'deviceDetails.deviceId': {
            'd-1': [
              ['e-1', Date.UTC(2026, 1, 20)],
              ['e-2', Date.UTC(2026, 1, 20)],
              ['e-3', Date.UTC(2026, 1, 21)],
              ['e-4', Date.UTC(2026, 0, 1)],
            ],
          },
        },
      },
    },
    { text: 'sharedWith("deviceDetails.deviceId", 30d)', result: 'unknown (missing_key)', given: { origin: 'e-1' } },
  ],
});
