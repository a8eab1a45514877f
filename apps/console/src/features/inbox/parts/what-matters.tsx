import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, clientOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useMay, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { FailureNotice } from '../../../ui/index.js';
import { DecisionBadge, evaluationQuery } from '../../transactions/index.js';

const shownChanges = 2;
const shownPayments = 5;

/** The small changes that would have led to another decision. */
export function WouldBe({ evaluationId }: { readonly evaluationId: string }) {
  const text = useAdminText().work;
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(evaluationQuery(organizationId, evaluationId));
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  const changes = data?.whatIf ?? [];
  if (changes.length === 0) return null;
  return (
    <ul aria-label={text.wouldBe} data-would-be>
      {changes.slice(0, shownChanges).map(({ change, decision }) => (
        <li key={change}>
          <DecisionBadge decision={decision} /> {text.if} <code>{change}</code>
        </li>
      ))}
    </ul>
  );
}

const newestPaymentsQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: [organizationId, 'entities', entityId, 'newest-payments'],
    queryFn: async ({ signal }) => {
      const query = { entityId, limit: shownPayments };
      return answerOf(clientOf(organizationId).GET('/transactions', { params: { query }, signal }));
    },
  });

/** The newest payments of the subject of an alert, and a link to its graph. */
export function Around({ entityId }: { readonly entityId: string }) {
  const text = useAdminText().work;
  const { parties } = useText();
  const formats = useFormats();
  const { organizationId } = usePlace();
  const mayRead = useMay('transactions:read');
  const maySeeParty = useMay('entities:read');
  const { data, error, refetch } = useQuery({
    ...newestPaymentsQuery(organizationId, entityId),
    enabled: mayRead,
  });
  return (
    <section aria-label={text.newest} data-around>
      <h3>{text.newest}</h3>
      {error && !data && <FailureNotice error={error} retry={() => void refetch()} />}
      {data?.transactions.length === 0 && <p className={screen['soft']}>{parties.noneOf.payments}</p>}
      <ul>
        {(data?.transactions ?? []).map(({ id, externalId, amount, currency, transactedAt, decision, origin }) => (
          <li key={id}>
            <span aria-label={origin.entityId === entityId ? parties.paid : parties.got} role="img">
              {origin.entityId === entityId ? '→' : '←'}
            </span>{' '}
            <Link to="/$organizationId/payments/$transactionId/why" params={{ organizationId, transactionId: id }}>
              {externalId}
            </Link>{' '}
            {formats.money(amount, currency)} <DecisionBadge decision={decision} />{' '}
            <time className={screen['soft']} dateTime={transactedAt}>
              <Time at={transactedAt} />
            </time>
          </li>
        ))}
      </ul>
      <p>
        {mayRead && data && data.pagination.total > shownPayments && (
          <Link to="/$organizationId/payments" params={{ organizationId }} search={{ entityId }}>
            {text.allPayments(formats.number(data.pagination.total))}
          </Link>
        )}{' '}
        {maySeeParty && (
          <Link to="/$organizationId/parties/$entityId/graph" params={{ organizationId, entityId }}>
            {text.linked}
          </Link>
        )}
      </p>
    </section>
  );
}
