import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Formats } from '../../../i18n/formats.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { DecisionBadge } from '../../transactions/index.js';
import classes from '../dry-runs.module.css';
import { Time } from '../../../shell/time.js';
import type { ShownRecord } from '../model/shown-record.js';

/** Must equal the height in the style sheet, because rows are never measured. */
const rowPx = 36;
const headPx = 36;
/** The number of rows rendered beyond the edges, and the number by which the window moves at once. */
const beyond = 12;
const step = 4;

interface RecordTableProps {
  readonly label: string;
  readonly total: number;
  /** Returns `undefined` if the row is not loaded yet. */
  readonly rowAt: (index: number) => ShownRecord | undefined;
  readonly onShown: (first: number, last: number) => void;
  /** Returns the name of a record, as a link if the record can be opened. */
  readonly nameOf: (record: ShownRecord) => ReactNode;
  readonly openId?: string | undefined;
}

/** Shows any number of records: only visible ones are in the page. */
export function RecordTable({ label, total, rowAt, onShown, nameOf, openId }: RecordTableProps) {
  const { columns } = useText().dryRuns;
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(10 * rowPx);
  const follow = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setFirst(Math.floor(scrollTop / rowPx / step) * step);
    setHeight(clientHeight);
  };
  useEffect(follow, [total]);
  const from = Math.max(0, Math.min(first, total) - beyond);
  const until = Math.min(total, first + Math.ceil(height / rowPx) + beyond);
  useEffect(() => onShown(from, until), [from, until, onShown]);
  const shown = Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at);
  return (
    <div ref={box} className={classes['records']} tabIndex={0} role="region" aria-label={label} onScroll={follow}>
      <div style={{ height: headPx + total * rowPx }}>
        <div style={{ paddingTop: from * rowPx }}>
          <table aria-rowcount={total + 1}>
            <thead>
              <tr aria-rowindex={1}>
                <th scope="col" className={classes['colName']}>
                  {columns.record}
                </th>
                <th scope="col" className={classes['colTime']}>
                  {columns.when}
                </th>
                <th scope="col">{columns.who}</th>
                <th scope="col" className={classes['colAmount']}>
                  {columns.amount}
                </th>
                <th scope="col" className={classes['colLabel']}>
                  {columns.label}
                </th>
                <th scope="col" className={classes['colDecision']}>
                  {columns.decision}
                </th>
                <th scope="col">{columns.because}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((index) => (
                <RecordRow
                  key={index}
                  index={index}
                  record={rowAt(index)}
                  nameOf={nameOf}
                  formats={formats}
                  isOpen={openId !== undefined && rowAt(index)?.recordId === openId}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}

interface RecordRowProps {
  readonly index: number;
  readonly record: ShownRecord | undefined;
  readonly nameOf: (record: ShownRecord) => ReactNode;
  readonly formats: Formats;
  readonly isOpen: boolean;
}

const RecordRow = memo(function RecordRow({ index, record, nameOf, formats, isOpen }: RecordRowProps) {
  const { labels, loadingRow, becomes } = useText().dryRuns;
  if (!record)
    return (
      <tr aria-rowindex={index + 2}>
        <td colSpan={7}>{loadingRow}</td>
      </tr>
    );
  const { occurredAt, who, amount, currency, label, from, to, because } = record;
  const isFlip = from !== null && from !== to;
  return (
    <tr aria-rowindex={index + 2} data-record data-open={isOpen || undefined}>
      <th scope="row">{nameOf(record)}</th>
      <td>
        <Time at={occurredAt} />
      </td>
      <td>{who}</td>
      <td className={classes['colAmount']}>
        {amount !== null && (currency === null ? String(amount) : formats.money(amount, currency))}
      </td>
      <td>{label !== null && labels[label]}</td>
      <td>
        {isFlip && (
          <>
            <DecisionBadge decision={from} /> <span aria-hidden="true">▸▸</span>
            <span className="hidden">{becomes}</span>{' '}
          </>
        )}
        <DecisionBadge decision={to} />
      </td>
      <td title={because}>{because}</td>
    </tr>
  );
});

/** Opens a record next to the list if the address stores the open record; the reasons for its decision have a separate page. */
export function RecordName({ record, search }: { readonly record: ShownRecord; readonly search: object | null }) {
  const { why } = useText().transactions;
  const { organizationId, permissions } = usePlace();
  return (
    <>
      {search === null ? (
        record.name
      ) : (
        <Link data-row to="." search={{ ...search, open: record.recordId } as never} replace resetScroll={false}>
          {record.name}
        </Link>
      )}{' '}
      {record.isTransaction && permissions.includes('transactions:read') && (
        <Link
          className={classes['why']}
          to="/$organizationId/payments/$transactionId/why"
          params={{ organizationId, transactionId: record.recordId }}
          preload={false}
        >
          {why}
          <span className="hidden"> {record.name}</span>
        </Link>
      )}
    </>
  );
}
