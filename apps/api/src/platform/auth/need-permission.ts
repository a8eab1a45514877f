import { ApiError } from '../http/index.js';
import { holds, type Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** What a request asks for besides the permission of its route. Throws 403. */
export function needPermission({ scopes }: Principal, permission: Permission): void {
  if (holds(scopes, permission)) return;
  throw new ApiError('FORBIDDEN', `This request needs the permission ${permission} as well`, {
    requiredPermission: permission,
  });
}
