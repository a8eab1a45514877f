import { useState } from 'react';
import { passwordCharacters } from '../../../data/session.js';
import { useText } from '../../../i18n/reader.js';
import { Button, Empty, Field, useWaitRefusal } from '../../../ui/index.js';
import classes from '../people.module.css';
import { SignInFailure } from './sign-in-failure.js';

export interface ChosenPassword {
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface SecretFormProps {
  readonly submit: string;
  readonly withNames: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (chosen: ChosenPassword) => void;
}

/** The secret in the URL. It follows `#`, which is not sent to any server. */
export const secretOf = (name: string): string | null => new URLSearchParams(location.hash.slice(1)).get(name);

/** Form to choose a password with the secret from an email. */
export function SecretForm({ submit, withNames, isPending, error, onSubmit }: SecretFormProps) {
  const text = useText().people;
  const [chosen, setChosen] = useState<ChosenPassword>({ password: '', firstName: '', lastName: '' });
  const refused = useWaitRefusal(error);
  if (secretOf('token') === null)
    return (
      <Empty title={text.noSecret}>
        <p>{text.noSecretTells}</p>
      </Empty>
    );
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(chosen);
      }}
    >
      {withNames &&
        (['firstName', 'lastName'] as const).map((name) => (
          <Field
            key={name}
            label={text[name]}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            value={chosen[name]}
            onChange={(event) => setChosen({ ...chosen, [name]: event.target.value })}
          />
        ))}
      <Field
        label={text.newPassword}
        hint={text.passwordRule}
        type="password"
        autoComplete="new-password"
        required
        minLength={passwordCharacters}
        value={chosen.password}
        onChange={(event) => setChosen({ ...chosen, password: event.target.value })}
      />
      <SignInFailure error={error} />
      <Button look="main" type="submit" disabled={isPending} refused={refused}>
        {submit}
      </Button>
    </form>
  );
}

/** Leaves out names that are empty. */
export const bodyOf = ({ password, firstName, lastName }: ChosenPassword, token: string) => ({
  token,
  password,
  ...(firstName !== '' && { firstName }),
  ...(lastName !== '' && { lastName }),
});
