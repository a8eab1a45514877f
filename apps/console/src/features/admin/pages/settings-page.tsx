import { Navigate } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Empty } from '../../../ui/index.js';
import { settingsPages } from '../../../shell/settings-pages.js';

/** Shows the first page of the settings that the user may see. */
export function SettingsPage() {
  const text = useText().shell;
  const { organizationId, permissions } = usePlace();
  const [first] = settingsPages.filter(({ permission }) => permissions.includes(permission));
  if (first) return <Navigate to={first.path} params={{ organizationId }} replace />;
  return (
    <Empty isPage title={text.missingPermission}>
      <p>{text.missingPermissionTells(settingsPages.map(({ permission }) => permission).join(', '))}</p>
    </Empty>
  );
}
