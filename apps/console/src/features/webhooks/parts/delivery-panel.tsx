import { useQuery } from '@tanstack/react-query';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { Facts, OpenPanel } from '../../../shell/open-panel.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Time } from '../../../shell/time.js';
import { Actions, Button, FailureNotice, Loading } from '../../../ui/index.js';
import { spreadJson } from '../model/event-choice.js';
import { type Delivery, isOn, sentQuery, useWebhookActs, type Webhook } from '../queries.js';
import { DeliveryBadge } from './webhook-badge.js';

const sendKey = 'r';

interface DeliveryProps {
  readonly webhook: Webhook;
  readonly deliveryId: string;
  /** The delivery as the list shows it, which is up to date, if the list contains it. */
  readonly listed: Delivery | undefined;
  readonly onClose: () => void;
}

/** Shows one delivery: each attempt, and what was sent. */
export function DeliveryPanel({ webhook, deliveryId, listed, onClose }: DeliveryProps) {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const sent = useQuery(sentQuery(organizationId, webhook.id, deliveryId, listed?.attempts.length));
  const delivery = listed ?? sent.data?.delivery;
  return (
    <OpenPanel title={delivery?.event ?? text.delivery} onClose={onClose}>
      {delivery && (
        <>
          <Facts
            facts={[
              [text.columns.state, <DeliveryBadge delivery={delivery} />],
              [text.eventId, <code>{delivery.eventId}</code>],
              [text.columns.at, <Time key="createdAt" at={delivery.createdAt} look="both" />],
              [
                text.columns.next,
                delivery.nextAttemptAt && <Time key="nextAttemptAt" at={delivery.nextAttemptAt} look="both" />,
              ],
            ]}
          />
          {!webhook.readOnly && <SendAgain webhook={webhook} delivery={delivery} />}
          <Attempts delivery={delivery} read={sent.data?.delivery.attempts ?? []} />
        </>
      )}
      <h3>{text.sent}</h3>
      {sent.isPending && <Loading>{shell.loading}</Loading>}
      {sent.error && <FailureNotice error={sent.error} />}
      {sent.data && (
        <pre className={screen['text']} tabIndex={0} data-sent>
          {spreadJson(sent.data.sentBody)}
        </pre>
      )}
    </OpenPanel>
  );
}

function SendAgain({ webhook, delivery }: { readonly webhook: Webhook; readonly delivery: Delivery }) {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const lacking = useRefusal()('webhooks:edit');
  const { did } = useUndo();
  const { resending } = useWebhookActs();
  const refusals = [
    delivery.status === 'simulated' && text.neverSent,
    !isOn(webhook) && text.sentNothing,
    lacking !== null && shell.needs(lacking),
  ];
  const refused = refusals.find((each) => each !== false) ?? null;
  const send = (): void => {
    if (refused !== null || resending.isPending) return;
    const ids = { id: webhook.id, deliveryId: delivery.id };
    resending.mutate(ids, { onSuccess: () => did(text.sentAgain(delivery.event), null) });
  };
  useKeys({ [sendKey]: send });
  return (
    <>
      {resending.error && <FailureNotice error={resending.error} />}
      <Actions>
        <Button look="main" refused={refused} disabled={resending.isPending} onClick={send}>
          {text.sendAgain} <kbd>{sendKey}</kbd>
        </Button>
      </Actions>
    </>
  );
}

interface AttemptsProps {
  readonly delivery: Delivery;
  /** The same attempts with the responses of the receiver. */
  readonly read: Delivery['attempts'];
}

function Attempts({ delivery, read }: AttemptsProps) {
  const text = useAdminText().webhooks;
  const formats = useFormats();
  if (delivery.attempts.length === 0) return <p>{text.noAttempts}</p>;
  return (
    <table>
      <caption className={screen['soft']}>{text.attemptCount(delivery.attempts.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{text.columns.at}</th>
          <th scope="col">{text.columns.answer}</th>
          <th scope="col" className={screen['number']}>
            {text.columns.took}
          </th>
        </tr>
      </thead>
      <tbody>
        {delivery.attempts.map(({ at, statusCode, durationMs, error }) => (
          <tr key={at} data-attempt>
            <td>
              <Time at={at} />
            </td>
            <td>
              {statusCode ?? ''} {error !== undefined && <span lang="en">{error}</span>}
              <Response response={read.find((each) => each.at === at)?.response} />
            </td>
            <td className={screen['number']}>{text.milliseconds(formats.number(durationMs))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Response({ response }: { readonly response: Delivery['attempts'][number]['response'] }) {
  const text = useAdminText().webhooks;
  if (!response) return null;
  const head = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <details>
      <summary>{text.response}</summary>
      <pre className={screen['text']} tabIndex={0} data-response>
        {[...head, '', response.body].join('\n')}
      </pre>
    </details>
  );
}
