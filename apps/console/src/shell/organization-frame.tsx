import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Place, type Session, sessionQuery } from '../data/session.js';
import { useText, ZoneProvider } from '../i18n/reader.js';
import { Dialog, Loading } from '../ui/index.js';
import { Frame, type PasswordDialogType } from './frame.js';
import { LiveProvider } from './live.js';
import { PlaceProvider } from './place.js';
import { NoSession, UnknownOrganization } from './plain-screens.js';
import { UndoProvider } from './undo.js';

/** Parts of features, which are passed in so that features may import the shell. */
interface FrameParts {
  readonly SignInForm: (props: { readonly email: string }) => ReactNode;
  readonly PasswordDialog: PasswordDialogType;
}

/** The frame of everything below an organization. When the session ends, the page stays, and a sign-in form is shown above it. */
export const organizationFrame = (parts: FrameParts) => () => <OrganizationFrame {...parts} />;

function OrganizationFrame({ SignInForm, PasswordDialog }: FrameParts) {
  const text = useText();
  const { organizationId } = useParams({ from: '/$organizationId' });
  const { data, error, isPending, refetch } = useQuery(sessionQuery);
  const before = useRef<Session | null>(null);
  if (data) before.current = data;
  const session = data ?? before.current;
  useOnePerson(data?.user.id);
  if (isPending) return <Loading>{text.shell.loading}</Loading>;
  if (error && !session) return <NoSession error={error} retry={() => void refetch()} />;
  const place = session?.organizations.find((each) => each.organizationId === organizationId);
  const again = !data && (
    <Dialog title={text.people.signIn}>
      {session && <p>{text.people.signInAgain}</p>}
      <SignInForm email={session?.user.email ?? ''} />
    </Dialog>
  );
  if (!session) return again;
  return (
    <>
      {place ? <Known {...{ session, place, PasswordDialog }} /> : <UnknownOrganization />}
      {again}
    </>
  );
}

/** Data read for one person must not be shown to another person who signed in meanwhile, here or in another tab. */
function useOnePerson(userId: string | undefined): void {
  const first = useRef(userId);
  useEffect(() => {
    first.current ??= userId;
    if (userId !== undefined && userId !== first.current) location.reload();
  }, [userId]);
}

interface KnownProps extends Pick<FrameParts, 'PasswordDialog'> {
  readonly session: Session;
  readonly place: Place;
}

function Known({ session, place, PasswordDialog }: KnownProps) {
  return (
    <PlaceProvider value={place} key={place.organizationId}>
      <ZoneProvider zone={place.timezone}>
        <LiveProvider>
          <UndoProvider>
            <Frame {...{ session, PasswordDialog }}>
              <Outlet />
            </Frame>
          </UndoProvider>
        </LiveProvider>
      </ZoneProvider>
    </PlaceProvider>
  );
}
