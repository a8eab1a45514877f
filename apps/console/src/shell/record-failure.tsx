import { Link } from '@tanstack/react-router';
import { hasStatus } from '../data/errors.js';
import { useText } from '../i18n/reader.js';
import { FailureNotice } from '../ui/index.js';
import { usePlace } from './place.js';
import { openScreens, type Screen } from './screens.js';

interface RecordFailureProps {
  readonly title: string;
  readonly error: unknown;
  readonly retry: () => void;
  /** The screen with other records; absent if the page already links to it. */
  readonly screen?: Screen['name'];
}

/** Shown instead of a record that could not be read, or no longer exists. */
export function RecordFailure({ title, error, retry, screen }: RecordFailureProps) {
  const text = useText().shell;
  const { organizationId, permissions } = usePlace();
  const open = openScreens(permissions).find(({ name }) => name === screen);
  return (
    <>
      <h1>{title}</h1>
      <FailureNotice error={error} retry={hasStatus(error, 404) ? undefined : retry} />
      {open && (
        <p>
          <Link to={open.path} params={{ organizationId }}>
            ← {text.screens[open.name]}
          </Link>
        </p>
      )}
    </>
  );
}
