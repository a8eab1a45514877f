import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useAsk } from '../../../shell/use-ask.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { NewWebhookDialog } from '../parts/new-webhook-dialog.js';
import { WebhookBadge } from '../parts/webhook-badge.js';
import { type Webhook, webhooksQuery } from '../queries.js';

const createKey = 'c';

/** O2: the webhooks that receive events, and whether these were delivered. */
export function WebhooksPage() {
  const text = useAdminText().webhooks;
  return (
    <Guarded title={text.title} permission="webhooks:read">
      <Webhooks />
    </Guarded>
  );
}

function Webhooks() {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const refused = useRefusal()('webhooks:create');
  const { data, error, isPending, refetch } = useQuery(webhooksQuery(organizationId));
  const { asked, ask, close } = useAsk<'new'>();
  useRowKeys();
  const create = (): void => {
    if (refused === null) ask('new');
  };
  useKeys({ [createKey]: create });
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.title}</h1>
          <p>{text.titleTells}</p>
        </div>
        <Button look="main" refused={refused && shell.needs(refused)} onClick={create}>
          {text.create} <kbd>{createKey}</kbd>
        </Button>
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data?.length === 0 && <NoWebhooks />}
      {data && data.length > 0 && <WebhookTable webhooks={data} />}
      {asked === 'new' && refused === null && <NewWebhookDialog onClose={close} />}
    </>
  );
}

const receiver = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SECRET);
createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  webhook.verify(text, request.headers); // throws where the signature is wrong
  console.log(text);
  response.writeHead(204).end();
}).listen(8080);`;

function NoWebhooks() {
  const text = useAdminText().webhooks;
  return (
    <Empty title={text.empty}>
      <p>{text.emptyTells}</p>
      <pre tabIndex={0}>{receiver}</pre>
    </Empty>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const text = useAdminText().webhooks;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { columns } = text;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.url}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.events}</th>
            <th scope="col" className={screen['number']}>
              {columns.delivered}
            </th>
            <th scope="col" className={screen['number']}>
              {columns.failed}
            </th>
            <th scope="col">{columns.last}</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <tr key={webhook.id}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/operate/webhooks/$webhookId"
                  params={{ organizationId, webhookId: webhook.id }}
                >
                  {webhook.name}
                </Link>
              </td>
              <td>{webhook.url}</td>
              <td>
                <WebhookBadge webhook={webhook} />
              </td>
              <td title={webhook.events.join(', ')}>
                {text.eventCount(webhook.events.length, webhook.events[0] ?? '')}
              </td>
              <td className={screen['number']}>{webhook.stats && formats.number(webhook.stats.delivered24h)}</td>
              <td className={screen['number']}>{webhook.stats && formats.number(webhook.stats.failed24h)}</td>
              <td>{webhook.stats?.lastDeliveryAt && <Time at={webhook.stats.lastDeliveryAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
