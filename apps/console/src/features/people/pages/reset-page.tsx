import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, ownClient } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Notice } from '../../../ui/index.js';
import { Card } from '../parts/card.js';
import { type ChosenPassword, SecretForm, secretOf } from '../parts/secret-form.js';

/** Target of the link in password reset emails. */
export function ResetPage() {
  const text = useText().people;
  const reset = useMutation({
    mutationFn: ({ password }: ChosenPassword) =>
      answerOf(ownClient.POST('/auth/password/reset', { body: { token: secretOf('token') ?? '', password } })),
  });
  return (
    <Card title={text.resetTitle}>
      {reset.isSuccess ? (
        <Notice kind="good">{text.resetDone}</Notice>
      ) : (
        <SecretForm
          submit={text.reset}
          withNames={false}
          isPending={reset.isPending}
          error={reset.error}
          onSubmit={(chosen) => reset.mutate(chosen)}
        />
      )}
      <Link to="/sign-in">{text.backToSignIn}</Link>
    </Card>
  );
}
