import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Button, FailureNotice, Field, Notice, useWaitRefusal } from '../../../ui/index.js';
import classes from '../people.module.css';
import { Card } from './card.js';

interface AddressFormProps {
  readonly title: string;
  readonly tells: string;
  readonly sent: string;
  readonly ask: (email: string) => Promise<unknown>;
}

/** Requests an email with a link. The response is the same for every address. */
export function AddressForm({ title, tells, sent, ask }: AddressFormProps) {
  const text = useText().people;
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: ask });
  const refused = useWaitRefusal(asking.error);
  return (
    <Card title={title}>
      {asking.isSuccess ? (
        <Notice kind="good">{sent}</Notice>
      ) : (
        <form
          className={classes['form']}
          onSubmit={(event) => {
            event.preventDefault();
            asking.mutate(email);
          }}
        >
          <p>{tells}</p>
          <Field
            label={text.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {asking.error && <FailureNotice error={asking.error} />}
          <Button look="main" type="submit" disabled={asking.isPending} refused={refused}>
            {text.send}
          </Button>
        </form>
      )}
      <Link to="/sign-in">{text.backToSignIn}</Link>
    </Card>
  );
}
