import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import type { Session } from '../../../data/session.js';
import { useText } from '../../../i18n/reader.js';
import { Button, Field, useWaitRefusal } from '../../../ui/index.js';
import classes from '../people.module.css';
import { SignInFailure } from './sign-in-failure.js';
import { useSignIn } from './use-sign-in.js';

interface SignInFormProps {
  readonly email?: string;
  readonly onDone?: (session: Session) => void;
}

export function SignInForm({ email: first = '', onDone }: SignInFormProps) {
  const text = useText().people;
  const [email, setEmail] = useState(first);
  const [password, setPassword] = useState('');
  const signIn = useSignIn((client, body: { email: string; password: string }) =>
    answerOf(client.POST('/auth/sign-in', { body })),
  );
  const refused = useWaitRefusal(signIn.error);
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ email, password }, { onSuccess: (session) => onDone?.(session) });
      }}
    >
      <Field
        label={text.email}
        type="email"
        autoComplete="username"
        required
        autoFocus={first === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field
        label={text.password}
        type="password"
        autoComplete="current-password"
        required
        autoFocus={first !== ''}
        {...(first !== '' && { 'data-focus': true })}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <SignInFailure error={signIn.error} />
      <Button look="main" type="submit" disabled={signIn.isPending} refused={refused}>
        {text.signIn}
      </Button>
    </form>
  );
}
