import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useLiveReads } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { Facts } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { type SteadyRow, useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Button, buttonClass, Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { Sharing } from '../../sharing/index.js';
import { type DeliveriesSearch, deliveryStatuses } from '../model/webhooks-search.js';
import { DeliveryPanel } from '../parts/delivery-panel.js';
import { WebhookActions } from '../parts/webhook-actions.js';
import { DeliveryBadge, WebhookBadge } from '../parts/webhook-badge.js';
import { deliveriesQuery, type Delivery, type Webhook, webhookQuery } from '../queries.js';

const address = '/$organizationId/operate/webhooks/$webhookId';

export function WebhookPage() {
  const text = useAdminText().webhooks;
  return (
    <Guarded title={text.title} permission="webhooks:read">
      <OneWebhook />
    </Guarded>
  );
}

function OneWebhook() {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const { organizationId, webhookId } = useParams({ from: address });
  const { data, error, isPending, refetch } = useQuery(webhookQuery(organizationId, webhookId));
  return (
    <>
      <p>
        <Link to="/$organizationId/operate/webhooks" params={{ organizationId }}>
          ← {text.title}
        </Link>
      </p>
      {error && !data && <RecordFailure title={text.title} error={error} retry={() => void refetch()} />}
      {error && data && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data && <WebhookHead webhook={data} />}
      {data && (
        <Sharing
          {...{ kind: 'webhook', id: data.id, name: data.name }}
          isOfParent={data.readOnly}
          isUsed={data.sharedEnabled === true}
        />
      )}
      {data && <Deliveries webhook={data} />}
    </>
  );
}

function WebhookHead({ webhook }: { readonly webhook: Webhook }) {
  const text = useAdminText().webhooks;
  const formats = useFormats();
  const { stats, withheldEvents } = webhook;
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{webhook.name}</h1>
          <p>→ {webhook.url}</p>
        </div>
        {!webhook.readOnly && <WebhookActions webhook={webhook} />}
      </div>
      {!webhook.readOnly && webhook.status === 'disabled_by_failures' && (
        <Notice kind="warning">{text.disabledTells}</Notice>
      )}
      {withheldEvents.length > 0 && <Notice kind="warning">{text.withheld(withheldEvents.join(', '))}</Notice>}
      <Facts
        facts={[
          [text.columns.state, <WebhookBadge webhook={webhook} />],
          [text.lastDay, stats && text.counts(formats.number(stats.delivered24h), formats.number(stats.failed24h))],
          [text.columns.events, webhook.events.join(', ')],
          [text.secret, webhook.secretPreview && <code>…{webhook.secretPreview}</code>],
        ]}
      />
    </>
  );
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { ask: _, ...search } = useSearch({ from: address });
  const navigate = useNavigate();
  const params = { organizationId, webhookId: webhook.id };
  const go = (to: DeliveriesSearch): void => void navigate({ to: address, params, search: to, resetScroll: false });
  const { open, ...filter } = search;
  const list = useQuery(deliveriesQuery(organizationId, webhook.id, search));
  const { rows, waiting, show } = useSteadyRows({
    key: JSON.stringify([webhook.id, filter]),
    rows: list.isPlaceholderData ? undefined : list.data?.deliveries,
    isFetching: list.isFetching,
  });
  useLiveReads(['webhook:delivery', 'webhook-delivery:simulated'], () => void list.refetch(), `webhook:${webhook.id}`);
  useRowKeys();
  const isFiltered = search.status !== undefined;
  useKeys({ f: () => go(isFiltered ? {} : { status: 'failed' }) });
  const next = list.data?.pagination.nextCursor;
  return (
    <section aria-label={text.deliveries}>
      <h2>{text.deliveries}</h2>
      <StatusFilter search={search} onGo={go} />
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      <News count={waiting} onShow={show} />
      {list.data && rows.length === 0 && waiting === 0 && (
        <Empty title={isFiltered ? text.nothingFound : text.noDeliveries}>
          {!isFiltered && <p>{text.noDeliveriesTells}</p>}
        </Empty>
      )}
      <div className={screen['beside']} data-open={open !== undefined || undefined}>
        {rows.length > 0 && <DeliveryTable rows={rows} search={search} webhookId={webhook.id} />}
        {open !== undefined && (
          <DeliveryPanel
            key={open}
            webhook={webhook}
            deliveryId={open}
            listed={list.data?.deliveries.find(({ id }) => id === open)}
            onClose={() => go(filter)}
          />
        )}
      </div>
      {next != null && (
        <nav className={screen['pages']} aria-label={shell.next}>
          <Link className={buttonClass} to={address} params={params} search={{ ...filter, cursor: next }}>
            {shell.next}
          </Link>
        </nav>
      )}
    </section>
  );
}

interface FilterProps {
  readonly search: DeliveriesSearch;
  readonly onGo: (search: DeliveriesSearch) => void;
}

function StatusFilter({ search: { status }, onGo }: FilterProps) {
  const text = useAdminText().webhooks;
  const { shell } = useText();
  return (
    <div className={screen['filters']} role="search" aria-label={shell.filters}>
      <FilterChoice
        label={text.columns.state}
        any={text.anyStatus}
        value={status}
        values={deliveryStatuses}
        texts={text.statuses}
        onChange={(status) => onGo(status === undefined ? {} : { status })}
      />
      {status !== undefined && (
        <Button look="quiet" onClick={() => onGo({})}>
          {shell.clearFilters}
        </Button>
      )}
    </div>
  );
}

interface TableProps {
  readonly rows: readonly SteadyRow<Delivery>[];
  readonly search: DeliveriesSearch;
  readonly webhookId: string;
}

function DeliveryTable({ rows, search, webhookId }: TableProps) {
  const { columns } = useAdminText().webhooks;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.event}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col" className={screen['number']}>
              {columns.attempts}
            </th>
            <th scope="col">{columns.next}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, isGone }) => (
            <tr key={row.id} data-gone={isGone || undefined} data-delivery={row.status}>
              <td>
                <Time at={row.createdAt} />
              </td>
              <td>
                <Link
                  data-row
                  to={address}
                  params={{ organizationId, webhookId }}
                  search={{ ...search, open: row.id }}
                  resetScroll={false}
                >
                  {row.event}
                </Link>
              </td>
              <td>
                <DeliveryBadge delivery={row} />
              </td>
              <td className={screen['number']}>{formats.number(row.attempts.length)}</td>
              <td>{row.nextAttemptAt && <Time at={row.nextAttemptAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
