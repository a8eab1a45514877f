import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';

/** Changes to deciding rules require the right to publish. `otherwise` describes what can be done without it. Throws 403. */
export function assertCanPublish({ scopes }: Principal, otherwise?: string): void {
  if (hasPermission(scopes, 'rules:publish')) return;
  throw new ApiError(
    'FORBIDDEN',
    `The request lacks the permission rules:publish, which is required to change active rules${otherwise ? `; ${otherwise}` : ''}`,
    { requiredPermission: 'rules:publish' },
  );
}
