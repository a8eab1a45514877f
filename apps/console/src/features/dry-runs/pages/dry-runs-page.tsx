import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { buttonClass, Empty, FailureNotice, Loading, mainButtonClass } from '../../../ui/index.js';
import classes from '../dry-runs.module.css';
import { type DryRunsSearch, dryRunStatuses } from '../model/matches-search.js';
import { StatusBadge } from '../parts/run-state.js';
import { dryRunsQuery, sweepsQuery } from '../queries.js';

export function DryRunsPage() {
  const text = useText().dryRuns;
  return (
    <Guarded title={text.title} permission="rules:execute">
      <DryRuns />
    </Guarded>
  );
}

function DryRuns() {
  const { dryRuns: text, shell } = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/dry-runs' });
  const navigate = useNavigate();
  const params = { organizationId };
  const { data, error, isPending, refetch } = useQuery(dryRunsQuery(organizationId, search));
  useRowKeys();
  useKeys({ c: () => void navigate({ to: '/$organizationId/dry-runs/new', params }) });
  const cursor = data?.pagination.nextCursor;
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.title}</h1>
        <div className={classes['fields']}>
          <Link className={buttonClass} to="/$organizationId/dry-runs/file" params={params}>
            {text.openFile}
          </Link>
          <Link className={buttonClass} to="/$organizationId/lab/new" params={params}>
            {text.openLab}
          </Link>
          <Link className={mainButtonClass} to="/$organizationId/dry-runs/new" params={params}>
            {text.create}
          </Link>
        </div>
      </div>
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        <FilterChoice
          label={text.status}
          any={text.anyStatus}
          value={search.status}
          values={dryRunStatuses}
          texts={text.statuses}
          onChange={(status) =>
            void navigate({ to: '/$organizationId/dry-runs', params, search: status === undefined ? {} : { status } })
          }
        />
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data?.dryRuns.length === 0 && (
        <Empty title={search.status === undefined ? text.empty : text.nothingFound}>
          {search.status === undefined && <p>{text.emptyTells}</p>}
          {search.status === undefined && (
            <Link className={mainButtonClass} to="/$organizationId/dry-runs/new" params={params}>
              {text.emptyStart}
            </Link>
          )}
        </Empty>
      )}
      {data && data.dryRuns.length > 0 && <RunTable kind="dryRun" runs={data.dryRuns} />}
      {cursor != null && <Next search={{ ...search, cursor }} />}
      <Sweeps search={search} />
    </>
  );
}

function Next({ search }: { readonly search: DryRunsSearch }) {
  const text = useText().shell;
  const { organizationId } = usePlace();
  return (
    <nav className={screen['pages']} aria-label={text.next}>
      <Link
        className={buttonClass}
        to="/$organizationId/dry-runs"
        params={{ organizationId }}
        search={search}
        resetScroll={search.labs === undefined}
      >
        {text.next}
      </Link>
    </nav>
  );
}

function Sweeps({ search }: { readonly search: DryRunsSearch }) {
  const text = useAdminText().lab;
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(sweepsQuery(organizationId, search));
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data || data.sweeps.length === 0) return null;
  return (
    <section aria-label={text.title} className={classes['below']}>
      <h2>{text.title}</h2>
      <RunTable kind="sweep" runs={data.sweeps.map((sweep) => ({ ...sweep, name: sweep.name ?? sweep.param }))} />
      {data.pagination.nextCursor != null && <Next search={{ ...search, labs: data.pagination.nextCursor }} />}
    </section>
  );
}

interface ListedRun {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  readonly createdAt: string;
  readonly request: { readonly from: string; readonly to: string };
  readonly candidate: { readonly contentHashes: Readonly<Record<string, string>> };
  readonly progress: { readonly recordsDone: number };
}

const mostKeys = 3;

function RunTable({ kind, runs }: { readonly kind: 'dryRun' | 'sweep'; readonly runs: readonly ListedRun[] }) {
  const text = useText().dryRuns;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { columns } = text;
  const keysOf = ({ candidate }: ListedRun): string => {
    const keys = Object.keys(candidate.contentHashes);
    return keys.length > mostKeys ? text.ruleCount(keys.length) : keys.join(', ');
  };
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.status}</th>
            <th scope="col">{text.name}</th>
            <th scope="col">{columns.started}</th>
            <th scope="col">{columns.period}</th>
            <th scope="col">{text.rules}</th>
            <th scope="col" className={screen['number']}>
              {columns.read}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td>
                <StatusBadge status={run.status} />
              </td>
              <td>
                {kind === 'dryRun' ? (
                  <Link data-row to="/$organizationId/dry-runs/$dryRunId" params={{ organizationId, dryRunId: run.id }}>
                    {run.name ?? text.unnamed}
                  </Link>
                ) : (
                  <Link data-row to="/$organizationId/lab/$sweepId" params={{ organizationId, sweepId: run.id }}>
                    {run.name ?? text.unnamed}
                  </Link>
                )}
              </td>
              <td>
                <Time at={run.createdAt} />
              </td>
              <td>
                {run.request.from.slice(0, 10)} – {run.request.to.slice(0, 10)}
              </td>
              <td>{keysOf(run)}</td>
              <td className={screen['number']}>{formats.number(run.progress.recordsDone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
