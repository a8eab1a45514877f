import { isDeepStrictEqual } from 'node:util';

import type { AuditEntry, Changes } from './record-audit.js';

const redacted = '[redacted]';

/** Members whose values are never recorded, at any depth. */
const secretMembers: ReadonlySet<string> = new Set(
  [
    'accountNumber',
    'cardNumber',
    'cbu',
    'cvu',
    'clabe',
    'iban',
    'password',
    'passwordHash',
    'secret',
    'token',
    'keyHash',
    'invitationHash',
    'credentials',
  ].map((name) => name.toLowerCase()),
);

/** `member` may be a path, such as `attributes.iban`. */
const isSecret = (member: string): boolean => secretMembers.has(member.split('.').at(-1)!.toLowerCase());

/** Returns the value of a member without its secrets, in the form JSON will show it. */
function redact(member: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (isSecret(member)) return redacted;
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  const shown = (name: string, inner: unknown): unknown => (inner !== null && isSecret(name) ? redacted : inner);
  return JSON.parse(JSON.stringify(value, shown)) as unknown;
}

/** Returns the change of a member. The caller has already established that the values differ. */
export const toChange = (member: string, previous: unknown, current: unknown): Changes[string] => ({
  previous: redact(member, previous),
  current: redact(member, current),
});

/**
 * Returns the changes of the members in `names` between two records of the same kind. For nested objects, the whole top-level member is
 * included.
 */
export function diffChanges<T extends object>(before: T, after: T, names: readonly (keyof T & string)[]): Changes {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, toChange(name, before[name], after[name])]));
}

/** Whether no value of the audit entry changed, so that there is nothing to store and nobody to notify. */
export const isUnchanged = ({ changes = {} }: AuditEntry): boolean => Object.keys(changes).length === 0;

/** Returns the initial members of a new record, without those that have no value. */
export function creationChanges(record: object): Changes {
  const members = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, toChange(name, null, value)]));
}
