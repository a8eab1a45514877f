import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';

/** Settings that disable a way of importing, and what each one disables. */
const importSwitches = {
  batchUploadEnabled: 'imports from files',
  bulkAutomaticImportEnabled: 'automatic imports',
} as const;

/** Throws 403 `FEATURE_NOT_ENABLED` if the organization has disabled this way of importing. */
export async function assertImportEnabled(
  client: Queryable,
  organizationId: string,
  name: keyof typeof importSwitches,
): Promise<void> {
  const settings = await findSettings(client, organizationId);
  if (settings[name]) return;
  const message = `The organization has disabled ${importSwitches[name]}: settings.${name} is false`;
  throw new ApiError('FEATURE_NOT_ENABLED', message);
}
