import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Place, type Session, sessionQuery } from '../data/session.js';
import { useText, ZoneProvider } from '../i18n/reader.js';
import { Dialog, Loading } from '../ui/index.js';
import { Frame } from './frame.js';
import { LiveProvider } from './live.js';
import { PlaceProvider } from './place.js';
import { NoSession, UnknownOrganization } from './plain-screens.js';
import { UndoProvider } from './undo.js';

type SignIn = (props: { readonly email: string }) => ReactNode;

/** The frame of everything below an organization. When the session ends, the page stays, and a sign-in form is shown above it. */
export const organizationFrame = (SignInForm: SignIn) => () => <OrganizationFrame SignInForm={SignInForm} />;

function OrganizationFrame({ SignInForm }: { readonly SignInForm: SignIn }) {
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
      {place ? <Known session={session} place={place} /> : <UnknownOrganization />}
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

function Known({ session, place }: { readonly session: Session; readonly place: Place }) {
  return (
    <PlaceProvider value={place} key={place.organizationId}>
      <ZoneProvider zone={place.timezone}>
        <LiveProvider>
          <UndoProvider>
            <Frame session={session}>
              <Outlet />
            </Frame>
          </UndoProvider>
        </LiveProvider>
      </ZoneProvider>
    </PlaceProvider>
  );
}
