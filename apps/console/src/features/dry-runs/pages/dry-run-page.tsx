import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { answerOf } from '../../../data/client.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useApi, useMay, usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Badge, Button, Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import classes from '../dry-runs.module.css';
import { type DryRun, figuresOf, isUnfinished } from '../model/figures.js';
import type { MatchesSearch } from '../model/matches-search.js';
import { shownMatch, type ShownRecord } from '../model/shown-record.js';
import { ExportButton } from '../parts/export-button.js';
import { FiguresView } from '../parts/figures-view.js';
import { RecordPanel } from '../parts/record-panel.js';
import { RecordName, RecordTable } from '../parts/record-table.js';
import { Ended, Progress, StartFailure, StatusBadge, useEnd, useLiveRun } from '../parts/run-state.js';
import { dryRunQuery, matchCountsQuery, matchesQuery, matchPage } from '../queries.js';

/** R3: the results of a dry run, and the records behind each number. */
export function DryRunPage() {
  const text = useText();
  const { organizationId } = usePlace();
  const { dryRunId } = useParams({ from: '/$organizationId/dry-runs/$dryRunId' });
  const { data, error, refetch } = useQuery({
    ...dryRunQuery(organizationId, dryRunId),
    enabled: useMay('rules:execute'),
  });
  useLiveRun('dryRun', dryRunId);
  return (
    <Guarded title={data?.name ?? text.dryRuns.one} permission="rules:execute">
      {error && !data && (
        <RecordFailure title={text.dryRuns.one} error={error} retry={() => void refetch()} screen="dryRuns" />
      )}
      {error && data && <FailureNotice error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading>{text.shell.loading}</Loading>}
      {data && <ReadDryRun run={data} />}
    </Guarded>
  );
}

function ReadDryRun({ run }: { readonly run: DryRun }) {
  const text = useText().dryRuns;
  const again = useAgain(run);
  const figures = useMemo(() => figuresOf(run), [run]);
  return (
    <>
      <Head run={run} />
      <Progress run={run} kind="dryRun" />
      <Ended run={run} onAgain={() => again.mutate()} />
      <StartFailure error={again.error} />
      <Trust run={run} />
      {run.status === 'completed' && !figures && (
        <Empty title={text.noneEvaluated}>
          <p>{text.noneEvaluatedTells}</p>
        </Empty>
      )}
      {figures && <Chosen run={run} />}
    </>
  );
}

/** Starts the same dry run again. */
function useAgain(run: DryRun) {
  const { organizationId, api } = useApi();
  const navigate = useNavigateIfHere();
  return useMutation({
    mutationFn: () => {
      const { labels: _labels, ...body } = run.request;
      return answerOf(api.POST('/rules/dry-runs', { body }));
    },
    onSuccess: ({ dryRunId }) =>
      navigate({ to: '/$organizationId/dry-runs/$dryRunId', params: { organizationId, dryRunId } }),
  });
}

function Head({ run }: { readonly run: DryRun }) {
  const text = useText().dryRuns;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const ending = useEnd('dryRun');
  const { request, baseline, evidenceOf } = run;
  const ruleId = run.rules?.find(({ ruleId: id, change }) => id !== null && change !== 'same')?.ruleId;
  return (
    <div className={screen['head']}>
      <div>
        <h1>
          {run.name ?? text.unnamed} <StatusBadge status={run.status} />
        </h1>
        <p>
          {text.period(request.from.slice(0, 10), request.to.slice(0, 10))}
          {run.records && ` · ${text.recordCount(run.records.replayed)}`}
          {` · ${baseline === null ? text.againstNothing : text.against(baseline.number)}`}
          {request.sample && ` · ${text.sampleOf(formats.share(request.sample.rate))}`}
          {run.exactness && ` · ${text.exactness[run.exactness.level]}`}
        </p>
      </div>
      <div className={classes['fields']}>
        {evidenceOf.length > 0 && (
          <Badge sign="✓" tone="good">
            {text.evidence}
          </Badge>
        )}
        {ruleId != null && (
          <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId }}>
            {text.openRule}
          </Link>
        )}
        {!isUnfinished(run) && evidenceOf.length === 0 && (
          <Button
            look="quiet"
            disabled={ending.isPending}
            onClick={() =>
              ending.mutate(run.id, {
                onSuccess: () => void navigate({ to: '/$organizationId/dry-runs', params: { organizationId } }),
              })
            }
          >
            {text.remove}
          </Button>
        )}
      </div>
      {ending.error && <FailureNotice error={ending.error} />}
    </div>
  );
}

/** Shows warnings that must be known before relying on the numbers. */
function Trust({ run: { warnings } }: { readonly run: DryRun }) {
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warning">
      <ul lang="en">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Chosen({ run }: { readonly run: DryRun }) {
  const text = useText().dryRuns;
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/dry-runs/$dryRunId' });
  const navigate = useNavigate();
  const figures = useMemo(() => figuresOf(run), [run]);
  const counts = useQuery(matchCountsQuery(organizationId, run, search));
  const records = useRecords(run, search);
  const onSearch = (changed: MatchesSearch): void =>
    void navigate({ to: '.', search: changed as never, resetScroll: false });
  const { open, ...closed } = search;
  const close = (): void => onSearch(closed);
  const openNext = (by: 1 | -1): void => {
    const at = records.all.findIndex(({ recordId }) => recordId === open);
    const next = records.all[Math.max(0, at + by)];
    if (next) onSearch({ ...search, open: next.recordId });
  };
  useRowKeys();
  useKeys({
    m: () => document.querySelector<HTMLElement>('[data-matrix] button')?.focus(),
    n: () => openNext(1),
    p: () => openNext(-1),
    Escape: () => open !== undefined && close(),
  });
  const linkKey = JSON.stringify(closed);
  const nameOf = useCallback(
    (record: ShownRecord) => <RecordName record={record} search={JSON.parse(linkKey) as object} />,
    [linkKey],
  );
  if (!figures) return null;
  const allPages = async function* (signal: AbortSignal) {
    for (let cursor: string | null | undefined = null; cursor !== undefined;) {
      const { matches, pagination } = await matchPage(organizationId, run, search, cursor, signal);
      yield matches.map(shownMatch);
      cursor = pagination.nextCursor ?? undefined;
    }
  };
  return (
    <FiguresView
      figures={figures}
      counts={counts.data}
      search={search}
      onSearch={onSearch}
      actions={<ExportButton name={`dry-run-${run.id.slice(0, 8)}`} read={allPages} />}
    >
      {counts.error && <FailureNotice error={counts.error} retry={() => void counts.refetch()} />}
      {records.error && <FailureNotice error={records.error} retry={() => void records.refetch()} />}
      <div className={open === undefined ? '' : classes['beside']}>
        <RecordTable
          label={text.records}
          total={records.all.length + (records.hasMore ? 1 : 0)}
          rowAt={records.at}
          onShown={records.onShown}
          nameOf={nameOf}
          openId={open}
        />
        {open !== undefined && <RecordPanel key={open} dryRunId={run.id} recordId={open} onClose={close} />}
      </div>
    </FiguresView>
  );
}

/** The number of rows before the last loaded one at which the next page is requested. */
const ahead = 40;

/** Loads the selected records page by page as they become visible. */
function useRecords(run: DryRun, search: MatchesSearch) {
  const { organizationId } = usePlace();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    matchesQuery(organizationId, run, search),
  );
  const all = useMemo(() => (data?.pages ?? []).flatMap(({ matches }) => matches.map(shownMatch)), [data]);
  const at = useCallback((index: number): ShownRecord | undefined => all[index], [all]);
  const onShown = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && last >= all.length - ahead) void fetchNextPage();
    },
    [all.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  return { all, at, error, refetch, hasMore: hasNextPage, onShown };
}
