import { ApiError } from '../http/index.js';
import { addressAllowed } from './address-allowed.js';
import type { Principal, RequestOrigin } from './principal.js';
import type { StoredApiKey } from './stored-api-key.js';

/** Throws 403 where the key is of another organization than the caller names, or may not be used from where they are. */
export function checkKeyUse(key: StoredApiKey, named: unknown, address: string): void {
  const isOwn = typeof named === 'string' && named.trim().toLowerCase() === key.organizationId;
  if (named !== undefined && named !== '' && !isOwn)
    throw new ApiError('FORBIDDEN', 'The API key does not belong to the organization of X-Organization-ID');
  if (!addressAllowed(address, key.ipAllowlist))
    throw new ApiError('FORBIDDEN', 'The API key may not be used from this address');
}

export const keyPrincipal = ({ id, name, organizationId, scopes }: StoredApiKey, from: RequestOrigin): Principal => ({
  organizationId,
  actor: { type: 'api_key', id, name, email: null },
  scopes,
  from,
});
