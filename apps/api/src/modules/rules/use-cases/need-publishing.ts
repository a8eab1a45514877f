import { holds, type Principal } from '../../../platform/auth/index.js';
import { ApiError } from '../../../platform/http/index.js';

/** What decides changes only with the right to publish. Throws 403. */
export function needPublishing({ scopes }: Principal): void {
  if (holds(scopes, 'rules:publish')) return;
  throw new ApiError(
    'FORBIDDEN',
    'The API key lacks the permission rules:publish, which a change of what is in force needs',
    { requiredPermission: 'rules:publish' },
  );
}
