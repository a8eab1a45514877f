import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Time, ToldTime } from '../../../shell/time.js';
import { Badge } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import type { InboxSearch, Priority } from '../model/inbox-search.js';
import type { WorkRow } from '../model/work-row.js';
import { partyQuery } from '../queries.js';
import { AssigneeName } from './assignee-name.js';

/** Must equal the height in the style sheet, because rows are never measured. */
const rowPx = 36;
/** The number of rows rendered beyond the edges, and the number by which the window moves at once. */
const beyond = 12;
const step = 4;

type Choose = (chosen: ReadonlySet<string>) => void;

interface WorkListProps {
  readonly rows: readonly { readonly row: WorkRow; readonly isGone: boolean }[];
  /** The total of all rows that the filter finds. */
  readonly total: number;
  readonly search: InboxSearch;
  /** `null` if items of this kind cannot be selected. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onChoose: Choose;
  /** Called when more rows are needed than are loaded. */
  readonly onEnd: () => void;
}

/** A list of any number of work items. Only the visible rows are rendered. */
export function WorkList({ rows, total, search, chosen, onChoose, onEnd }: WorkListProps) {
  const text = useText().inbox;
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(20 * rowPx);
  const follow = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setFirst(Math.floor(scrollTop / rowPx / step) * step);
    setHeight(clientHeight);
  };
  useEffect(follow, [rows.length]);
  const from = Math.max(0, Math.min(first, rows.length) - beyond);
  const until = Math.min(rows.length, first + Math.ceil(height / rowPx) + beyond);
  useEffect(() => {
    if (until === rows.length && rows.length < total) onEnd();
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div ref={box} className={classes['list']} tabIndex={0} role="region" aria-label={text.work} onScroll={follow}>
      <div style={{ height: (rows.length + 1) * rowPx }}>
        <div style={{ paddingTop: from * rowPx }}>
          <table aria-rowcount={total + 1}>
            <Head rows={rows.map(({ row }) => row)} chosen={chosen} onChoose={onChoose} />
            <tbody>
              {rows.slice(from, until).map(({ row, isGone }, at) => (
                <WorkLine
                  key={row.id}
                  index={from + at}
                  row={row}
                  isGone={isGone}
                  search={search}
                  isChosen={chosen === null ? null : chosen.has(row.id)}
                  onToggle={toggle}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}

interface HeadProps {
  readonly rows: readonly WorkRow[];
  readonly chosen: ReadonlySet<string> | null;
  readonly onChoose: Choose;
}

function Head({ rows, chosen, onChoose }: HeadProps) {
  const { columns } = useText().inbox;
  const isAll = chosen !== null && rows.every(({ id }) => chosen.has(id));
  return (
    <thead>
      <tr aria-rowindex={1}>
        {chosen !== null && (
          <td className={classes['choose']}>
            <input
              type="checkbox"
              aria-label={columns.choose}
              checked={isAll}
              onChange={() => onChoose(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
            />
          </td>
        )}
        <th scope="col" className={classes['narrow']}>
          {columns.priority}
        </th>
        <th scope="col">{columns.what}</th>
        <th scope="col" className={classes['wideCell']}>
          {columns.about}
        </th>
        <th scope="col" className={classes['narrow']}>
          {columns.status}
        </th>
        <th scope="col" className={classes['narrow']}>
          {columns.who}
        </th>
        <th scope="col" className={classes['since']}>
          {columns.at}
        </th>
      </tr>
    </thead>
  );
}

const prioritySigns: Readonly<Record<Priority, { sign: string; tone: 'plain' | 'warning' | 'error' }>> = {
  CRITICAL: { sign: '▲', tone: 'error' },
  HIGH: { sign: '△', tone: 'warning' },
  MEDIUM: { sign: '◆', tone: 'plain' },
  LOW: { sign: '▽', tone: 'plain' },
};

export function PriorityBadge({ priority }: { readonly priority: Priority }) {
  const text = useText().inbox;
  return <Badge {...prioritySigns[priority]}>{text.priorities[priority]}</Badge>;
}

interface WorkLineProps {
  readonly index: number;
  readonly row: WorkRow;
  readonly isGone: boolean;
  readonly search: InboxSearch;
  /** `null` if the row cannot be selected. */
  readonly isChosen: boolean | null;
  readonly onToggle: (id: string) => void;
}

const WorkLine = memo(
  function WorkLine({ index, row, isGone, search, isChosen, onToggle }: WorkLineProps) {
    const text = useText().inbox;
    const formats = useFormats();
    const title = row.kind === 'reviews' ? text.review(row.title) : row.title;
    const statuses: Readonly<Record<string, string>> = text.statuses;
    return (
      <tr
        aria-rowindex={index + 2}
        data-work={row.id}
        data-gone={isGone || undefined}
        data-chosen={isChosen || undefined}
      >
        {isChosen !== null && (
          <td>
            <input
              type="checkbox"
              aria-label={text.chooseRow(title)}
              checked={isChosen}
              onChange={() => onToggle(row.id)}
            />
          </td>
        )}
        <td>
          {row.priority && <PriorityBadge priority={row.priority} />}
          {row.score !== null && text.score(formats.share(row.score))}
        </td>
        <td title={title}>
          <WorkLink row={row} search={search} title={title} />
          {row.repeats > 0 && ` ${text.repeats(row.repeats)}`}
          {row.dueAt !== null && (
            <>
              {' '}
              <ToldTime told={text.due} at={row.dueAt} />
            </>
          )}
          {isGone && <span className="hidden"> {text.changedRow}</span>}
        </td>
        <td title={row.about ?? undefined}>{row.about ?? <PartyName id={row.entityId} />}</td>
        <td>{statuses[row.status] ?? row.status}</td>
        <td>
          <AssigneeName id={row.assignedTo} />
        </td>
        <td>
          <Time at={row.at} look="ago" />
        </td>
      </tr>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.isGone === after.isGone &&
    before.isChosen === after.isChosen &&
    before.index === after.index &&
    before.search === after.search &&
    before.onToggle === after.onToggle,
);

/** A case has a page of its own. Everything else opens next to the list. */
function WorkLink({ row, search, title }: Pick<WorkLineProps, 'row' | 'search'> & { readonly title: string }) {
  const { organizationId } = usePlace();
  if (row.kind === 'cases')
    return (
      <Link data-row to="/$organizationId/cases/$caseId" params={{ organizationId, caseId: row.id }} preload={false}>
        {title}
      </Link>
    );
  return (
    <Link
      data-row
      to="/$organizationId/inbox"
      params={{ organizationId }}
      search={{ ...search, open: row.id }}
      replace
      resetScroll={false}
    >
      {title}
    </Link>
  );
}

export function PartyName({ id }: { readonly id: string | null }) {
  const { organizationId, permissions } = usePlace();
  const { data } = useQuery(partyQuery(organizationId, permissions.includes('entities:read') ? id : null));
  return data ?? id?.slice(0, 8) ?? '–';
}
