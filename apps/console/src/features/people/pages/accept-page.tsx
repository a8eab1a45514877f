import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Card } from '../parts/card.js';
import { bodyOf, type ChosenPassword, SecretForm, secretOf } from '../parts/secret-form.js';
import { useSignIn } from '../parts/use-sign-in.js';

/** Target of the link in invitation emails. */
export function AcceptPage() {
  const text = useText().people;
  const navigate = useNavigate();
  const accept = useSignIn((client, chosen: ChosenPassword) =>
    answerOf(client.POST('/auth/invitations/accept', { body: bodyOf(chosen, secretOf('token') ?? '') })),
  );
  return (
    <Card title={text.acceptTitle}>
      <p>{text.acceptTells}</p>
      <SecretForm
        submit={text.accept}
        withNames
        isPending={accept.isPending}
        error={accept.error}
        onSubmit={(chosen) => accept.mutate(chosen, { onSuccess: () => void navigate({ to: '/' }) })}
      />
    </Card>
  );
}
