import { isDeepStrictEqual } from 'node:util';

import type { AuditEntry, Changes } from './record-audit.js';

const redacted = '[redacted]';

/** Members whose value is never written down, at any depth. */
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

const isSecret = (member: string): boolean => member !== '' && secretMembers.has(member.toLowerCase());

/** The value of a member without its secrets, as JSON will show it. */
function redact(member: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (isSecret(member)) return redacted;
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  const shown = (name: string, inner: unknown): unknown => (inner !== null && isSecret(name) ? redacted : inner);
  return JSON.parse(JSON.stringify(value, shown)) as unknown;
}

/** A change of a member, where who calls knows that there is one. */
export const toChange = (member: string, previous: unknown, current: unknown): Changes[string] => ({
  previous: redact(member, previous),
  current: redact(member, current),
});

/** The members of `names` that differ, of records of one kind. Of nested objects the whole top-level member is shown. */
export function diffChanges<T extends object>(before: T, after: T, names: readonly (keyof T & string)[]): Changes {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, toChange(name, before[name], after[name])]));
}

/** Of the entry of a change: nothing that the trail shows is another, so that there is nothing to store and nobody to tell. */
export const isUnchanged = ({ changes = {} }: AuditEntry): boolean => Object.keys(changes).length === 0;

/** The members a new record began with; those it does not have are left out. */
export function creationChanges(record: object): Changes {
  const members = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, toChange(name, null, value)]));
}
