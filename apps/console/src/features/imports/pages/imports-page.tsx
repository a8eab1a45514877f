import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useLiveReads } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Button, buttonClass, Empty, FailureNotice, Loading, mainButtonClass } from '../../../ui/index.js';
import { type ImportsSearch, kinds, statuses, targetNames, targets } from '../model/imports-search.js';
import { JobBadge, JobProgress } from '../parts/job-badge.js';
import { type Job, jobsQuery } from '../queries.js';

const address = '/$organizationId/operate/imports';
const createKey = 'c';

/** O3: files of payments, entities and user events, and the results of their import. */
export function ImportsPage() {
  const text = useAdminText().imports;
  return (
    <Guarded title={text.title} permission="batch:read">
      <Imports />
    </Guarded>
  );
}

function Imports() {
  const text = useAdminText().imports;
  const { shell } = useText();
  const { organizationId, permissions } = usePlace();
  const search = useSearch({ from: address });
  const navigate = useNavigate();
  const params = { organizationId };
  const list = useQuery(jobsQuery(organizationId, search));
  const jobs = list.isPlaceholderData ? undefined : list.data?.jobs.map((job) => ({ ...job, id: job.jobId }));
  const key = JSON.stringify(search);
  const { rows, waiting, show } = useSteadyRows({ key, rows: jobs, isFetching: list.isFetching });
  useLiveReads(['batch-job:progress', 'batch-job:finished'], () => void list.refetch());
  useRowKeys();
  const mayImport = targetNames.some((target) => permissions.includes(targets[target].permission));
  useKeys(
    mayImport ? { [createKey]: () => void navigate({ to: '/$organizationId/operate/imports/new', params }) } : {},
  );
  const isFiltered = search.kind !== undefined || search.status !== undefined;
  const next = list.data?.pagination.nextCursor;
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.title}</h1>
          <p>{text.titleTells}</p>
        </div>
        {mayImport && (
          <Link className={mainButtonClass} to="/$organizationId/operate/imports/new" params={params}>
            {text.create} <kbd>{createKey}</kbd>
          </Link>
        )}
      </div>
      <Filters search={search} isFiltered={isFiltered} />
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      <News count={waiting} onShow={show} />
      {list.data && rows.length === 0 && waiting === 0 && (
        <Empty title={isFiltered ? text.nothingFound : text.empty}>{!isFiltered && <p>{text.emptyTells}</p>}</Empty>
      )}
      {rows.length > 0 && <JobTable jobs={rows.map(({ row }) => row)} />}
      {next != null && (
        <nav className={screen['pages']} aria-label={shell.next}>
          <Link className={buttonClass} to={address} params={params} search={{ ...search, cursor: next }}>
            {shell.next}
          </Link>
        </nav>
      )}
    </>
  );
}

type Filter = { readonly [name in 'kind' | 'status']?: ImportsSearch[name] | undefined };

function Filters({ search, isFiltered }: { readonly search: ImportsSearch; readonly isFiltered: boolean }) {
  const text = useAdminText().imports;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const params = { organizationId };
  const choose = (change: Filter): void => {
    const { cursor: _, ...kept } = search;
    const wanted = Object.entries({ ...kept, ...change }).filter(([, value]) => Boolean(value));
    void navigate({ to: address, params, search: Object.fromEntries(wanted) as ImportsSearch });
  };
  return (
    <div className={screen['filters']} role="search" aria-label={shell.filters}>
      <FilterChoice
        label={text.columns.kind}
        any={text.anyKind}
        value={search.kind}
        values={kinds}
        texts={text.kinds}
        onChange={(kind) => choose({ kind })}
      />
      <FilterChoice
        label={text.columns.state}
        any={text.anyStatus}
        value={search.status}
        values={statuses}
        texts={text.statuses}
        onChange={(status) => choose({ status })}
      />
      {isFiltered && (
        <Button look="quiet" onClick={() => void navigate({ to: address, params })}>
          {shell.clearFilters}
        </Button>
      )}
    </div>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly Job[] }) {
  const text = useAdminText().imports;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { columns } = text;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.progress}</th>
            <th scope="col" className={screen['number']}>
              {columns.failed}
            </th>
            <th scope="col" className={screen['number']}>
              {columns.skipped}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.jobId} data-job={job.status}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/operate/imports/$jobId"
                  params={{ organizationId, jobId: job.jobId }}
                >
                  <Time at={job.createdAt} />
                </Link>
              </td>
              <td>{text.kinds[job.kind]}</td>
              <td>
                <JobBadge job={job} />
              </td>
              <td>
                <JobProgress job={job} />
              </td>
              <td className={screen['number']}>{formats.number(job.failed)}</td>
              <td className={screen['number']}>{formats.number(job.skipped)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
