import { ApiError } from '../http/index.js';
import type { Permission } from './permissions.js';
import type { KeyBounds, Principal } from './principal.js';

const boundNames: Readonly<Record<keyof KeyBounds, string>> = {
  ipAllowlist: 'addresses it may be used from',
  expiresAt: 'an end',
};

const everyBound = ['ipAllowlist', 'expiresAt'] as const;

/**
 * What gives somebody access that goes beyond the key it is asked with: a person who is let in stays when the key has ended, and comes from
 * everywhere; a webhook sends what the key may read to anywhere, though no longer than the key may read it. API keys are compared with the
 * one that makes them (`assertWithinBounds`), and everything else is done while the key is there.
 */
const lastingAccess: Partial<Record<Permission, readonly (keyof KeyBounds)[]>> = {
  'members:manage': everyBound,
  'roles:manage': everyBound,
  'webhooks:create': ['ipAllowlist'],
  'webhooks:edit': ['ipAllowlist'],
  'webhooks:share': ['ipAllowlist'],
};

/** Throws 403 for a key that has one of the bounds. */
export function assertUnbounded({ bounds }: Principal, names: readonly (keyof KeyBounds)[] = everyBound): void {
  if (!bounds) return;
  const has = { ipAllowlist: bounds.ipAllowlist.length > 0, expiresAt: bounds.expiresAt !== null };
  const found = names.filter((name) => has[name]);
  if (found.length === 0) return;
  const what = found.map((name) => boundNames[name]).join(' and ');
  throw new ApiError(
    'FORBIDDEN',
    `This gives access that goes beyond the API key, which has ${what}: it needs a person who signed in, or a key without`,
  );
}

/** The same for whatever a permission opens. */
export const assertWithinReach = (principal: Principal, permission: Permission): void =>
  assertUnbounded(principal, lastingAccess[permission] ?? []);
