import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';

/** Why a button cannot be pressed; null: it can. `isShared`: it changes what a sandbox has from production. */
export function useRefused(): (permission: string, isShared?: boolean) => string | null {
  const { permissions, environment } = usePlace();
  const { needs } = useText().shell;
  const { onlyInProduction } = useAdminText().settings;
  return (permission, isShared = false) => {
    if (!permissions.includes(permission)) return needs(permission);
    return isShared && environment === 'sandbox' ? onlyInProduction : null;
  };
}
