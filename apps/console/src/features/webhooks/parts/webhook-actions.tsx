import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import { useAsk } from '../../../shell/use-ask.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, Dialog, FailureNotice, Field } from '../../../ui/index.js';
import type { WebhookDialog } from '../model/webhooks-search.js';
import { isOn, useWebhookActs, type Webhook } from '../queries.js';
import classes from '../webhooks.module.css';
import { SecretDialog } from './secret-dialog.js';

/** Shows the operations on a webhook: reversible ones are done immediately, others ask for confirmation. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const refusalOf = useRefusal();
  const { did } = useUndo();
  const { switching, rotating, testing, deleting } = useWebhookActs();
  const { asked, ask, close } = useAsk<WebhookDialog>();
  const mayEdit = refusalOf('webhooks:edit');
  const refused = mayEdit && shell.needs(mayEdit);
  const mayDelete = refusalOf('webhooks:delete') === null;
  const { id, name } = webhook;
  const turn = (enabled: boolean): void => {
    switching.mutate(
      { id, enabled },
      {
        onSuccess: () =>
          did(enabled ? text.turnedOn(name) : text.turnedOff(name), async () => {
            await switching.mutateAsync({ id, enabled: !enabled });
            return enabled ? text.turnedOff(name) : text.turnedOn(name);
          }),
      },
    );
  };
  const closeSecret = (): void => {
    // Otherwise the next time would show this secret again instead of asking.
    rotating.reset();
    close();
  };
  if (rotating.data && asked === 'rotate')
    return <SecretDialog title={text.rotated(name)} secret={rotating.data.secret} onClose={closeSecret} />;
  const failure = switching.error ?? testing.error;
  return (
    <>
      <Actions>
        <Button refused={refused} disabled={testing.isPending} onClick={() => testing.mutate(id)}>
          {text.test}
        </Button>
        <Button refused={refused} onClick={() => ask('rotate')}>
          {text.rotate}
        </Button>
        <Button refused={refused} disabled={switching.isPending} onClick={() => turn(!isOn(webhook))}>
          {isOn(webhook) ? text.turnOff : text.turnOn}
        </Button>
        {mayDelete && <Button onClick={() => ask('delete')}>{text.delete}</Button>}
      </Actions>
      {failure && <FailureNotice error={failure} />}
      {asked === 'rotate' && refused === null && (
        <Dialog title={text.rotate} onClose={close}>
          <div className={classes['form']}>
            {rotating.error && <FailureNotice error={rotating.error} />}
            <p>{text.rotateTells}</p>
            <Actions>
              <Button look="main" disabled={rotating.isPending} onClick={() => rotating.mutate(id)}>
                {text.rotate}
              </Button>
            </Actions>
          </div>
        </Dialog>
      )}
      {asked === 'delete' && mayDelete && <DeleteDialog webhook={webhook} deleting={deleting} onClose={close} />}
    </>
  );
}

interface DeleteProps {
  readonly webhook: Webhook;
  readonly deleting: ReturnType<typeof useWebhookActs>['deleting'];
  readonly onClose: () => void;
}

/** Deleting cannot be undone, and requires typing the name. */
function DeleteDialog({ webhook, deleting, onClose }: DeleteProps) {
  const text = useAdminText().webhooks;
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const { did } = useUndo();
  const [typed, setTyped] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (typed !== webhook.name || deleting.isPending) return;
    deleting.mutate(webhook.id, {
      onSuccess: () => {
        did(text.deleted(webhook.name), null);
        void navigate({ to: '/$organizationId/operate/webhooks', params: { organizationId }, replace: true });
      },
    });
  };
  return (
    <Dialog title={text.deleteTitle(webhook.name)} onClose={onClose}>
      <form className={classes['form']} onSubmit={send}>
        {deleting.error && <FailureNotice error={deleting.error} />}
        <p>{text.deleteTells}</p>
        <Field label={text.typeName(webhook.name)} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Actions>
          <Button look="main" type="submit" refused={typed === webhook.name ? null : text.nameFirst}>
            {text.delete}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
