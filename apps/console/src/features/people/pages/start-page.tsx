import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { sessionQuery } from '../../../data/session.js';
import { useText } from '../../../i18n/reader.js';
import { NoSession } from '../../../shell/plain-screens.js';
import { Loading } from '../../../ui/index.js';
import { Card } from '../parts/card.js';
import { secretOf } from '../parts/secret-form.js';
import { SignInForm } from '../parts/sign-in-form.js';
import { SignInFailure } from '../parts/sign-in-failure.js';
import { useSignIn } from '../parts/use-sign-in.js';

/** `/console`: leads the user to the next page. With `#link=…`, it uses the link to sign in first. */
export function StartPage() {
  const [token] = useState(() => secretOf('link'));
  return token === null ? <GoOn /> : <FollowLink token={token} />;
}

function GoOn() {
  const text = useText().shell;
  const { data, error, isPending, refetch } = useQuery(sessionQuery);
  if (isPending) return <Loading>{text.loading}</Loading>;
  if (error) return <NoSession error={error} retry={() => void refetch()} />;
  if (data === null) return <Navigate to="/sign-in" replace />;
  const first = data.organizations.find(({ environment }) => environment === 'production') ?? data.organizations[0];
  if (!first) return <Navigate to="/new-organization" replace />;
  return <Navigate to="/$organizationId" params={{ organizationId: first.organizationId }} replace />;
}

function FollowLink({ token }: { readonly token: string }) {
  const text = useText().people;
  const navigate = useNavigate();
  const isAsked = useRef(false);
  const follow = useSignIn((client, secret: string) =>
    answerOf(client.POST('/auth/link', { body: { token: secret } })),
  );
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    // Keeps the secret out of the browser history.
    history.replaceState(history.state, '', location.pathname);
    follow.mutate(token, {
      onSuccess: ({ organizations }) => {
        const organizationId = organizations.find(({ environment }) => environment === 'production')?.organizationId;
        void navigate(
          organizationId === undefined
            ? { to: '/' }
            : { to: '/$organizationId', params: { organizationId }, replace: true },
        );
      },
    });
  }, [follow, navigate, token]);
  if (!follow.error) return <Loading>{text.linkSigningIn}</Loading>;
  return (
    <Card title={text.signIn}>
      <SignInFailure error={follow.error} />
      <SignInForm onDone={() => void navigate({ to: '/', reloadDocument: true })} />
    </Card>
  );
}
