import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Card } from '../parts/card.js';
import { bodyOf, type ChosenPassword, SecretForm, secretOf } from '../parts/secret-form.js';
import { useSignIn } from '../parts/use-sign-in.js';

/** Target of the link in sign-up emails. */
export function CompletePage() {
  const text = useText().people;
  const navigate = useNavigate();
  const complete = useSignIn((client, chosen: ChosenPassword) =>
    answerOf(client.POST('/auth/sign-up/complete', { body: bodyOf(chosen, secretOf('token') ?? '') })),
  );
  return (
    <Card title={text.completeTitle}>
      <p>{text.completeTells}</p>
      <SecretForm
        submit={text.complete}
        withNames
        isPending={complete.isPending}
        error={complete.error}
        onSubmit={(chosen) => complete.mutate(chosen, { onSuccess: () => void navigate({ to: '/' }) })}
      />
    </Card>
  );
}
