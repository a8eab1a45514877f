import { ApiError } from '../http/index.js';
import type { Permission } from './permissions.js';
import type { KeyBounds, Principal } from './principal.js';

const boundNames: Readonly<Record<keyof KeyBounds, string>> = {
  ipAllowlist: 'an address allowlist',
  expiresAt: 'an end',
};

const everyBound = ['ipAllowlist', 'expiresAt'] as const;

/**
 * Permissions that give access beyond the limits of the key that uses them. An invited person stays after the key has expired and can sign
 * in from any address. A webhook sends what the key may read to any address, though only as long as the key may read it. API keys are
 * compared with the key that creates them (`assertWithinBounds`), and everything else ends with the key.
 */
const lastingAccess: Partial<Record<Permission, readonly (keyof KeyBounds)[]>> = {
  'members:manage': everyBound,
  'roles:manage': everyBound,
  'webhooks:create': ['ipAllowlist'],
  'webhooks:edit': ['ipAllowlist'],
  'webhooks:share': ['ipAllowlist'],
};

/** Throws 403 if the key has one of these bounds. */
export function assertUnbounded({ bounds }: Principal, names: readonly (keyof KeyBounds)[] = everyBound): void {
  if (!bounds) return;
  const has = { ipAllowlist: bounds.ipAllowlist.length > 0, expiresAt: bounds.expiresAt !== null };
  const found = names.filter((name) => has[name]);
  if (found.length === 0) return;
  const what = found.map((name) => boundNames[name]).join(' and ');
  throw new ApiError(
    'FORBIDDEN',
    `This would give access beyond that of the API key, which has ${what}: use a signed-in user, or a key without it`,
  );
}

/** Throws 403 if the key has a bound that the use of this permission would exceed. */
export const assertWithinReach = (principal: Principal, permission: Permission): void =>
  assertUnbounded(principal, lastingAccess[permission] ?? []);
