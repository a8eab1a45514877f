import { ApiError } from '../http/index.js';
import { holds, permissionsNamed } from './permissions.js';
import type { Principal } from './principal.js';

/** Throws 403 `PERMISSION_ESCALATION` when the caller would give permissions they do not hold, to a key or a role. */
export function checkGrant(principal: Principal, permissions: readonly string[]): void {
  const excess = permissionsNamed(permissions).filter((permission) => !holds(principal.scopes, permission));
  if (excess.length === 0) return;
  throw new ApiError('PERMISSION_ESCALATION', `Nobody grants more than they hold: ${excess.join(', ')}`, {
    permissions: excess,
  });
}
