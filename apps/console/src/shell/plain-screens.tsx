import { Navigate } from '@tanstack/react-router';
import { useText } from '../i18n/reader.js';
import { Empty } from '../ui/index.js';
import { usePlace } from './place.js';
import { openScreens } from './screens.js';

/** The rules for who writes them, for others the first screen that they may read. */
export function FirstScreen() {
  const text = useText().shell;
  const { organizationId, permissions } = usePlace();
  const open = openScreens(permissions);
  const first = open.find(({ name }) => name === 'rules' && permissions.includes('rules:edit')) ?? open[0];
  if (!first) return <Empty title={text.noScreens} />;
  return <Navigate to={first.path} params={{ organizationId }} replace />;
}

export function NotFound() {
  const text = useText().shell;
  return (
    <Empty title={text.notFound}>
      <p>{text.notFoundTells}</p>
      <a href="/console">{text.home}</a>
    </Empty>
  );
}

export function UnknownOrganization() {
  const text = useText().shell;
  return (
    <main>
      <Empty title={text.unknownOrganization}>
        <p>{text.unknownOrganizationTells}</p>
        <a href="/console">{text.home}</a>
      </Empty>
    </main>
  );
}
