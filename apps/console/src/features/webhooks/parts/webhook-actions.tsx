import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, Dialog, FailureNotice, Field } from '../../../ui/index.js';
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
  const [above, setAbove] = useState<'rotate' | 'delete' | null>(null);
  const mayEdit = refusalOf('webhooks:edit');
  const refused = mayEdit && shell.needs(mayEdit);
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
  if (rotating.data && above === 'rotate')
    return <SecretDialog title={text.rotated(name)} secret={rotating.data.secret} onClose={() => setAbove(null)} />;
  const failure = switching.error ?? testing.error;
  return (
    <>
      <Actions>
        <Button refused={refused} disabled={testing.isPending} onClick={() => testing.mutate(id)}>
          {text.test}
        </Button>
        <Button refused={refused} onClick={() => setAbove('rotate')}>
          {text.rotate}
        </Button>
        <Button refused={refused} disabled={switching.isPending} onClick={() => turn(!isOn(webhook))}>
          {isOn(webhook) ? text.turnOff : text.turnOn}
        </Button>
        {refusalOf('webhooks:delete') === null && <Button onClick={() => setAbove('delete')}>{text.delete}</Button>}
      </Actions>
      {failure && <FailureNotice error={failure} />}
      {above === 'rotate' && (
        <Dialog title={text.rotate} onClose={() => setAbove(null)}>
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
      {above === 'delete' && <DeleteDialog webhook={webhook} deleting={deleting} onClose={() => setAbove(null)} />}
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
        void navigate({ to: '/$organizationId/operate/webhooks', params: { organizationId } });
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
