import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { useLiveReads } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Button, buttonClass, Empty, FailureNotice, inputClass, Loading } from '../../../ui/index.js';
import { type Decision, decisions, type TransactionsSearch } from '../model/transactions-search.js';
import { DecisionBadge } from '../parts/decision-badge.js';
import { transactionsQuery } from '../queries.js';

export function TransactionsPage() {
  const text = useText().transactions;
  return (
    <Guarded title={text.title} permission="transactions:read">
      <Transactions />
    </Guarded>
  );
}

function Transactions() {
  const text = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/payments' });
  const navigate = useNavigate();
  const list = useQuery(transactionsQuery(organizationId, search));
  const { data, error, isPending, refetch } = list;
  const { rows, waiting, show } = useSteadyRows({
    key: JSON.stringify(search),
    rows: list.isPlaceholderData ? undefined : data?.transactions,
    isFetching: list.isFetching,
  });
  useLiveReads(['transaction:created'], () => void refetch());
  const params = { organizationId };
  const choose = (change: Partial<TransactionsSearch>): void => {
    const { cursor: _, ...kept } = search;
    void navigate({ to: '/$organizationId/payments', params, search: { ...kept, ...change } });
  };
  useRowKeys();
  const isFiltered = search.q !== undefined || search.decision !== undefined;
  const cursor = data?.pagination.nextCursor;
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.transactions.title}</h1>
      </div>
      <div className={screen['filters']} role="search" aria-label={text.shell.filters}>
        <FilterField label={text.transactions.search} value={search.q ?? ''} onChange={(q) => choose({ q })} />
        <select
          className={inputClass}
          aria-label={text.transactions.decision}
          value={search.decision ?? ''}
          onChange={(event) => choose({ decision: (event.target.value || undefined) as Decision })}
        >
          <option value="">{text.transactions.anyDecision}</option>
          {decisions.map((decision) => (
            <option key={decision} value={decision}>
              {text.transactions.decisions[decision]}
            </option>
          ))}
        </select>
        {isFiltered && (
          <Button look="quiet" onClick={() => void navigate({ to: '/$organizationId/payments', params })}>
            {text.shell.clearFilters}
          </Button>
        )}
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{text.shell.loading}</Loading>}
      <News count={waiting} onShow={show} />
      {data?.transactions.length === 0 && rows.length === 0 && <NoTransactions isFiltered={isFiltered} />}
      {data && rows.length > 0 && <TransactionTable payments={rows.map(({ row }) => row)} />}
      {cursor != null && (
        <nav className={screen['pages']} aria-label={text.shell.next}>
          <Link className={buttonClass} to="/$organizationId/payments" params={params} search={{ ...search, cursor }}>
            {text.shell.next}
          </Link>
        </nav>
      )}
    </>
  );
}

function NoTransactions({ isFiltered }: { readonly isFiltered: boolean }) {
  const text = useText().transactions;
  const { organizationId } = usePlace();
  if (isFiltered) return <Empty title={text.nothingFound} />;
  const command = `curl -s ${location.origin}/transactions \\
  -H 'Authorization: Bearer KEY' \\
  -H 'X-Organization-ID: ${organizationId}' \\
  -H 'Content-Type: application/json' \\
  -d '{"externalId": "first", "type": "PAYMENT", "amount": 812.5, "currency": "USD"}'`;
  return (
    <Empty title={text.empty}>
      <p>{text.emptyTells}</p>
      <pre tabIndex={0}>{command}</pre>
    </Empty>
  );
}

interface Party {
  readonly name: string | null;
  readonly externalId: string | null;
}

interface Transaction {
  readonly id: string;
  readonly externalId: string;
  readonly transactedAt: string;
  readonly amount: number;
  readonly currency: string;
  readonly origin: Party;
  readonly destination: Party;
  readonly decision: Decision | null;
  readonly riskScore: number | null;
}

function TransactionTable({ payments }: { readonly payments: readonly Transaction[] }) {
  const { columns, nobody } = useText().transactions;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const nameOf = ({ name, externalId }: Party): string => name ?? externalId ?? nobody;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.payment}</th>
            <th scope="col">{columns.when}</th>
            <th scope="col">{columns.parties}</th>
            <th scope="col" className={screen['number']}>
              {columns.amount}
            </th>
            <th scope="col">{columns.decision}</th>
            <th scope="col" className={screen['number']}>
              {columns.score}
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map(
            ({ id, externalId, transactedAt, origin, destination, amount, currency, decision, riskScore }) => (
              <tr key={id}>
                <td>
                  <Link
                    data-row
                    to="/$organizationId/payments/$transactionId/why"
                    params={{ organizationId, transactionId: id }}
                  >
                    {externalId}
                  </Link>
                </td>
                <td>
                  <time dateTime={transactedAt}>{formats.time(transactedAt)}</time>
                </td>
                <td>
                  {nameOf(origin)} → {nameOf(destination)}
                </td>
                <td className={screen['number']}>{formats.money(amount, currency)}</td>
                <td>
                  <DecisionBadge decision={decision} />
                </td>
                <td className={screen['number']}>{riskScore === null ? '' : formats.number(riskScore)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
