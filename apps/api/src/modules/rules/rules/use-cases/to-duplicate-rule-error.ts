import { violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';

const duplicateErrors: Readonly<Record<string, ApiError>> = {
  rules_name: new ApiError('DUPLICATE_RULE_NAME', 'Another rule has this name', { name: 'another rule has this name' }),
  rules_key: new ApiError('DUPLICATE_RULE_KEY', 'Another rule has this key', { key: 'another rule has this key' }),
  rules_external_id: new ApiError('DUPLICATE_EXTERNAL_ID', 'Another rule has this external id', {
    externalId: 'another rule has this external id',
  }),
};

/**
 * Returns the error for a write that violated a unique index of rules; every other error is returned unchanged. `key` is that of the rule, if
 * the request contains several.
 */
export function toDuplicateRuleError(error: unknown, key?: string): unknown {
  const constraint = violatedConstraint(error);
  const found = constraint === undefined ? undefined : duplicateErrors[constraint];
  if (!found) return error;
  return key === undefined ? found : new ApiError(found.code, `Rule \`${key}\`: ${found.message}`, found.details);
}
