import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useLiveReads } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { buttonClass, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { type Decision, filtersIn, type TransactionsSearch } from '../model/transactions-search.js';
import { DecisionBadge } from '../parts/decision-badge.js';
import { PaymentFilters } from '../parts/payment-filters.js';
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
  const { organizationId, timezone } = usePlace();
  const search = useSearch({ from: '/$organizationId/payments' });
  const navigate = useNavigate();
  const list = useQuery(transactionsQuery(organizationId, timezone, search));
  const { data, error, isPending, refetch } = list;
  const { row, ...filter } = search;
  const { rows, waiting, show } = useSteadyRows({
    key: JSON.stringify(filter),
    rows: list.isPlaceholderData ? undefined : data?.transactions,
    isFetching: list.isFetching,
  });
  useLiveReads(['transaction:created'], refetch);
  const params = { organizationId };
  const go = (to: TransactionsSearch): void => void navigate({ to: '/$organizationId/payments', params, search: to });
  useRowKeys();
  useReturn(row, rows.length > 0 && !list.isPlaceholderData);
  const cursor = data?.pagination.nextCursor;
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.transactions.title}</h1>
      </div>
      <PaymentFilters search={search} onGo={go} />
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{text.shell.loading}</Loading>}
      <News count={waiting} onShow={show} />
      {data?.transactions.length === 0 && rows.length === 0 && (
        <NoTransactions isFiltered={filtersIn(search).length > 0} />
      )}
      {data && rows.length > 0 && <TransactionTable payments={rows.map((each) => each.row)} search={search} />}
      {cursor != null && (
        <nav className={screen['pages']} aria-label={text.shell.next}>
          <Link className={buttonClass} to="/$organizationId/payments" params={params} search={{ ...filter, cursor }}>
            {text.shell.next}
          </Link>
        </nav>
      )}
    </>
  );
}

/** Returns the focus to the row that was opened, as soon as it exists: the browser keeps the scroll position. */
function useReturn(row: string | undefined, isThere: boolean): void {
  const wanted = useRef(row);
  useEffect(() => {
    if (!isThere || wanted.current === undefined) return;
    document
      .querySelector<HTMLElement>(`[data-payment="${wanted.current}"] [data-row]`)
      ?.focus({ preventScroll: true });
    wanted.current = undefined;
  }, [isThere]);
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
  readonly entityId: string | null;
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

interface TableProps {
  readonly payments: readonly Transaction[];
  readonly search: TransactionsSearch;
}

function TransactionTable({ payments, search }: TableProps) {
  const { columns } = useText().transactions;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const open = useOpening(search);
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
              <tr key={id} data-payment={id} aria-current={search.row === id || undefined}>
                <td>
                  <Link
                    data-row
                    to="/$organizationId/payments/$transactionId/why"
                    params={{ organizationId, transactionId: id }}
                    onClick={(event) => open(event, id)}
                  >
                    {externalId}
                  </Link>
                </td>
                <td>
                  <Time at={transactedAt} />
                </td>
                <td>
                  <PartyLink party={origin} /> → <PartyLink party={destination} />
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

/** Stores the opened row in the address of the list, so that it is found when returning. */
function useOpening(search: TransactionsSearch) {
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  return (event: MouseEvent, id: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const [here, there] = [{ organizationId }, { organizationId, transactionId: id }];
    const noted = { to: '/$organizationId/payments', params: here, search: { ...search, row: id } } as const;
    void navigate({ ...noted, replace: true, resetScroll: false }).then(() =>
      navigate({ to: '/$organizationId/payments/$transactionId/why', params: there }),
    );
  };
}

/** A known party links to its page. */
function PartyLink({ party: { entityId, name, externalId } }: { readonly party: Party }) {
  const { nobody } = useText().transactions;
  const { organizationId, permissions } = usePlace();
  const shown = name ?? externalId ?? nobody;
  const whole = { className: screen['name']!, title: shown, dir: 'auto' };
  if (entityId === null || !permissions.includes('entities:read')) return <span {...whole}>{shown}</span>;
  return (
    <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId }} {...whole}>
      {shown}
    </Link>
  );
}
