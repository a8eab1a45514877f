import { holds, type Principal } from '../../../platform/auth/index.js';
import { ApiError } from '../../../platform/http/index.js';

/** Whoever may not read account numbers may not try them either. Throws 403. */
export function needSensitive({ scopes }: Principal): void {
  if (holds(scopes, 'entities:read_sensitive')) return;
  throw new ApiError(
    'FORBIDDEN',
    'The API key lacks the permission entities:read_sensitive, which a search by account number needs',
    { requiredPermission: 'entities:read_sensitive' },
  );
}
