import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice } from '../../../shell/filter-field.js';
import { News } from '../../../shell/news.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { type SteadyRow, useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Button, buttonClass, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { type ExecutionsSearch, executionStatuses } from '../model/automations-search.js';
import { type Execution, executionsQuery } from '../queries.js';
import { ExecutionBadge } from './badges.js';
import { useNames } from './use-names.js';
import { ExecutionPanel } from './execution-panel.js';

const address = '/$organizationId/automations/$automationId';

/** Executions of an automation, newest first. */
export function Executions({ automationId }: { readonly automationId: string }) {
  const text = useAdminText().automations;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: address });
  const navigate = useNavigate();
  const { open, ...filter } = search;
  const params = { organizationId, automationId };
  const go = (to: ExecutionsSearch): void => void navigate({ to: address, params, search: to, resetScroll: false });
  const list = useQuery(executionsQuery(organizationId, automationId, search));
  const { rows, waiting, show } = useSteadyRows({
    key: JSON.stringify([automationId, filter]),
    rows: list.isPlaceholderData ? undefined : list.data?.executions,
    isFetching: list.isFetching,
  });
  useRowKeys();
  const isFiltered = search.status !== undefined;
  const next = list.data?.pagination.nextCursor;
  const opened = rows.find(({ row }) => row.id === open)?.row;
  return (
    <section aria-label={text.executions}>
      <h2>{text.executions}</h2>
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        <FilterChoice
          label={text.state}
          any={text.anyStatus}
          value={search.status}
          values={executionStatuses}
          texts={text.statuses}
          onChange={(status) => go(status ? { status } : {})}
        />
        {isFiltered && (
          <Button look="quiet" onClick={() => go({})}>
            {shell.clearFilters}
          </Button>
        )}
      </div>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      <News count={waiting} onShow={show} />
      {list.data && rows.length === 0 && waiting === 0 && (
        <Empty title={isFiltered ? text.nothingFound : text.noExecutions}>
          {!isFiltered && <p>{text.noExecutionsTells}</p>}
        </Empty>
      )}
      <div className={screen['beside']} data-open={opened !== undefined || undefined}>
        {rows.length > 0 && <ExecutionTable rows={rows} search={search} automationId={automationId} />}
        {opened && <ExecutionPanel key={opened.id} execution={opened} onClose={() => go(filter)} />}
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

interface TableProps {
  readonly rows: readonly SteadyRow<Execution>[];
  readonly search: ExecutionsSearch;
  readonly automationId: string;
}

function ExecutionTable({ rows, search, automationId }: TableProps) {
  const { columns } = useAdminText().automations;
  const { reason } = useNames();
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col" className={screen['number']}>
              {columns.steps}
            </th>
            <th scope="col" className={screen['number']}>
              {columns.version}
            </th>
            <th scope="col">{columns.reason}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, isGone }) => (
            <tr key={row.id} data-gone={isGone || undefined} data-execution={row.status}>
              <td>
                <Link
                  data-row
                  to={address}
                  params={{ organizationId, automationId }}
                  search={{ ...search, open: row.id }}
                  resetScroll={false}
                >
                  <Time at={row.createdAt} />
                </Link>
              </td>
              <td>
                <ExecutionBadge status={row.status} />
              </td>
              <td className={screen['number']}>{formats.number(row.steps.length)}</td>
              <td className={screen['number']}>{formats.number(row.version)}</td>
              <td className={screen['wraps']}>{row.reason && reason(row.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
