import { Navigate } from '@tanstack/react-router';
import { useText } from '../i18n/reader.js';
import { Empty } from '../ui/index.js';
import { usePlace } from './place.js';
import { openScreens } from './screens.js';

/** The first screen that the person may read. */
export function FirstScreen() {
  const text = useText().shell;
  const { organizationId, permissions } = usePlace();
  const [first] = openScreens(permissions);
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
