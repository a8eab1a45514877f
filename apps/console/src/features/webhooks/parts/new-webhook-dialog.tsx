import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Actions, Button, Dialog, FailureNotice, Field } from '../../../ui/index.js';
import { chosenEvents, eventGroups } from '../model/event-choice.js';
import { eventsQuery, useWebhookActs } from '../queries.js';
import classes from '../webhooks.module.css';
import { SecretDialog } from './secret-dialog.js';

const everything = '*';

/** Creates a webhook, and then shows its secret. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { data: events, error: eventsError } = useQuery(eventsQuery(organizationId));
  const { creating } = useWebhookActs();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('https://');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [written, setWritten] = useState('');
  if (creating.data)
    return (
      <SecretDialog title={text.created(creating.data.webhook.name)} secret={creating.data.secret} onClose={onClose} />
    );
  const chosen = chosenEvents(ticked, written);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen.length > 0 && !creating.isPending)
      creating.mutate({ name: name.trim(), url: url.trim(), events: chosen });
  };
  return (
    <Dialog title={text.create} onClose={onClose}>
      <form className={classes['form']} onSubmit={send}>
        {(creating.error ?? eventsError) && <FailureNotice error={creating.error ?? eventsError} />}
        <Field
          label={text.columns.name}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={text.columns.url}
          hint={text.urlHint}
          type="url"
          required
          maxLength={2000}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <EventFields
          groups={eventGroups(events ?? [])}
          ticked={ticked}
          onTick={setTicked}
          written={written}
          onWrite={setWritten}
        />
        <Actions>
          <Button
            look="main"
            type="submit"
            disabled={creating.isPending}
            refused={chosen.length === 0 ? text.chooseEvents : null}
          >
            {text.create}
          </Button>
          <Button onClick={onClose}>{shell.close}</Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface EventProps {
  readonly groups: readonly string[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
  readonly written: string;
  readonly onWrite: (written: string) => void;
}

/** Shows groups of events as checkboxes, and a field for the names of others. */
function EventFields({ groups, ticked, onTick, written, onWrite }: EventProps) {
  const text = useAdminText().webhooks;
  const tick = (group: string): void => {
    const next = new Set(ticked);
    if (!next.delete(group)) next.add(group);
    onTick(next);
  };
  return (
    <>
      <fieldset className={classes['groups']}>
        <legend>{text.columns.events}</legend>
        {[everything, ...groups].map((group) => (
          <label key={group}>
            <input type="checkbox" checked={ticked.has(group)} onChange={() => tick(group)} />{' '}
            {group === everything ? text.everything : <code>{group}</code>}
          </label>
        ))}
      </fieldset>
      <Field
        label={text.otherEvents}
        hint={text.otherEventsHint}
        value={written}
        onChange={(event) => onWrite(event.target.value)}
      />
    </>
  );
}
