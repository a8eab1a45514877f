import { holds, isAddressBlock, type Permission, type Principal } from '../../../platform/auth/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';

/** Throws 403 `PERMISSION_ESCALATION` when the caller would give what they do not hold. */
export function checkGrant(principal: Principal, permissions: readonly Permission[]): void {
  const excess = permissions.filter((permission) => !holds(principal.scopes, permission));
  if (excess.length === 0) return;
  throw new ApiError('PERMISSION_ESCALATION', `A key grants only what its maker holds, not ${excess.join(', ')}`, {
    permissions: excess,
  });
}

/** Throws a 400 for a key that would be born expired. */
export function checkExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt && expiresAt <= now) throw invalid({ expiresAt: 'must be in the future' });
}

/** Throws a 400 that names each text that is no block of addresses. */
export function checkAddressBlocks(blocks: readonly string[]): void {
  const wrong = blocks.flatMap((block, index) => (isAddressBlock(block) ? [] : [index]));
  if (wrong.length === 0) return;
  const message = 'must be an IP address or a block of them (10.0.0.0/8)';
  throw invalid(Object.fromEntries(wrong.map((index) => [`ipAllowlist[${index}]`, message])));
}
