import { Navigate } from '@tanstack/react-router';
import { useText } from '../i18n/reader.js';
import { Button, Empty, FailureNotice } from '../ui/index.js';
import { usePlace } from './place.js';
import { openScreens } from './screens.js';

/** Shows the rules to a person who can edit them, and to others the first screen that they may read. */
export function FirstScreen() {
  const text = useText().shell;
  const { organizationId, permissions } = usePlace();
  const open = openScreens(permissions);
  const first = open.find(({ name }) => name === 'rules' && permissions.includes('rules:edit')) ?? open[0];
  if (!first) return <Empty isPage title={text.noScreens} />;
  return <Navigate to={first.path} params={{ organizationId }} replace />;
}

export function NotFound() {
  const text = useText().shell;
  return (
    <Empty isPage title={text.notFound}>
      <p>{text.notFoundTells}</p>
      <a href="/console">{text.home}</a>
    </Empty>
  );
}

export function UnknownOrganization() {
  const text = useText().shell;
  return (
    <main>
      <Empty isPage title={text.unknownOrganization}>
        <p>{text.unknownOrganizationTells}</p>
        <a href="/console">{text.home}</a>
      </Empty>
    </main>
  );
}

/** Replaces a screen that failed because of an error in it, or could not be loaded; the menu stays. */
export function BrokenScreen() {
  const text = useText().shell;
  return (
    <Empty isPage title={text.broken}>
      <p>{text.brokenTells}</p>
      <Button onClick={() => location.reload()}>{text.reload}</Button>
      <a href="/console">{text.home}</a>
    </Empty>
  );
}

const product = 'Tamis';

/** Shown while it is unknown who views the page. */
export function NoSession({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <main>
      <h1>{product}</h1>
      <FailureNotice error={error} retry={retry} />
    </main>
  );
}
