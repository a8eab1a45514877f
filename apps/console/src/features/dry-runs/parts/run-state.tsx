import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { failureOf } from '../../../data/errors.js';
import type { LiveEvents } from '../../../data/live.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useLive } from '../../../shell/live.js';
import { useApi } from '../../../shell/place.js';
import { Time } from '../../../shell/time.js';
import { Actions, Badge, Button, FailureNotice, Notice } from '../../../ui/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../dry-runs.module.css';
import { type DryRun, isUnfinished } from '../model/figures.js';
import type { DryRunStatus } from '../model/matches-search.js';
import { dryRunsKey, unfinishedQuery } from '../queries.js';

const signs = {
  queued: { sign: '○', tone: 'plain' },
  running: { sign: '◔', tone: 'plain' },
  completed: { sign: '●', tone: 'good' },
  failed: { sign: '✗', tone: 'error' },
  cancelled: { sign: '◌', tone: 'warning' },
} as const;

export function StatusBadge({ status }: { readonly status: string }) {
  const text = useText().dryRuns.statuses;
  const known = status as DryRunStatus;
  return <Badge {...signs[known]}>{text[known]}</Badge>;
}

export type RunKind = 'dryRun' | 'sweep';

/** Cancels an unfinished one, and removes a finished one. */
export function useEnd(kind: RunKind) {
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => {
      const params = { path: { id } };
      return kind === 'sweep'
        ? answerOf(api.DELETE('/rules/sweeps/{id}', { params }))
        : answerOf(api.DELETE('/rules/dry-runs/{id}', { params }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dryRunsKey(organizationId) });
      await queries.invalidateQueries({ queryKey: [organizationId, 'sweeps'] });
    },
  });
}

type Run = Pick<DryRun, 'id' | 'status' | 'progress'>;

const isOver = (data: unknown): boolean => {
  const run = data as Partial<Run> | undefined;
  return run !== undefined && !(run.progress && run.status && isUnfinished({ status: run.status }));
};

/** Follows an unfinished one: events report its progress, and its figures are read after it has ended. */
export function useLiveRun(kind: RunKind, id: string): void {
  const { organizationId } = useApi();
  const queries = useQueryClient();
  const queryKey = kind === 'sweep' ? [organizationId, 'sweeps', id] : [...dryRunsKey(organizationId), id];
  const goesOn = {
    queryKey,
    predicate: ({ state }: { readonly state: { readonly data: unknown } }) => !isOver(state.data),
  };
  const isThis = ({ dryRunId, sweepId }: LiveEvents['rule:dry-run-progress']): boolean =>
    (kind === 'sweep' ? sweepId : dryRunId) === id;
  const read = (): void => void queries.invalidateQueries(goesOn);
  useLive(
    {
      'rule:dry-run-progress': (told) => {
        const { status, progress } = told;
        if (isThis(told)) queries.setQueriesData<Run>(goesOn, (run) => run && ({ ...run, status, progress } as Run));
      },
      'rule:dry-run-finished': (told) => isThis(told) && read(),
    },
    { onGap: read },
  );
}

interface ProgressProps {
  readonly run: Run;
  readonly kind: RunKind;
}

/** Shows the progress of an unfinished one. */
export function Progress({ run: { id, status, progress }, kind }: ProgressProps) {
  const text = useText().dryRuns;
  const formats = useFormats();
  const ending = useEnd(kind);
  if (!isUnfinished({ status })) return null;
  const { recordsDone, recordsTotal, recordsPerSecond, secondsLeft } = progress;
  const parts = [
    recordsTotal === null ? text.counting : text.done(formats.number(recordsDone), formats.number(recordsTotal)),
    recordsPerSecond ? text.perSecond(formats.number(recordsPerSecond)) : '',
    secondsLeft === null ? '' : text.left(formats.number(secondsLeft)),
  ];
  return (
    <section className={screen['panel']} aria-label={text.progress}>
      <progress
        className={classes['progress']}
        aria-label={text.progress}
        {...(recordsTotal !== null && { value: recordsDone, max: Math.max(1, recordsTotal) })}
      />
      <p>{parts.filter(Boolean).join(' · ')}</p>
      <Actions>
        <Button disabled={ending.isPending} onClick={() => ending.mutate(id)}>
          {text.cancel}
        </Button>
      </Actions>
      {ending.error && <FailureNotice error={ending.error} />}
    </section>
  );
}

/** Shows why one failed or was cancelled, and allows starting it again. */
export function Ended({
  run,
  onAgain,
}: {
  readonly run: Pick<DryRun, 'status' | 'error'>;
  readonly onAgain: () => void;
}) {
  const text = useText().dryRuns;
  if (run.status !== 'failed' && run.status !== 'cancelled') return null;
  return (
    <Notice kind="warning">
      <strong>{run.status === 'failed' ? text.failed : text.cancelled}</strong>
      {run.error && (
        <p lang="en">
          <code>{run.error.code}</code> {run.error.message}
        </p>
      )}
      <Actions>
        <Button onClick={onAgain}>{text.again}</Button>
      </Actions>
    </Notice>
  );
}

/** If too many are already in progress, shows these and allows ending each of them. */
export function StartFailure({ error }: { readonly error: unknown }) {
  const text = useText().dryRuns;
  const { organizationId } = useApi();
  const isFull = failureOf(error).code === 'TOO_MANY_DRY_RUNS';
  const { data } = useQuery({ ...unfinishedQuery(organizationId), enabled: isFull });
  const ends = { dryRun: useEnd('dryRun'), sweep: useEnd('sweep') };
  if (!error) return null;
  return (
    <>
      <FailureNotice error={error} />
      {isFull && data && (
        <ul className={classes['unfinished']} aria-label={text.unfinished}>
          {data.map(({ kind, id, name, createdAt }) => (
            <li key={id}>
              {name ?? text.unnamed} · <Time at={createdAt} />{' '}
              <Button onClick={() => ends[kind].mutate(id)}>{text.cancel}</Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
