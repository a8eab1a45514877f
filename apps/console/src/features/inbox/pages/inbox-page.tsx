import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useLiveReads } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Empty, FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import { filtersOf, type InboxSearch } from '../model/inbox-search.js';
import type { WorkRow } from '../model/work-row.js';
import { FilterBar, KindTabs, workNeeds } from '../parts/filter-bar.js';
import { OpenWork } from '../parts/open-work.js';
import { TakeAlert, TakeOther } from '../parts/take-next.js';
import { RefusalList } from '../parts/refusal-list.js';
import { type Refused, useAlertWork } from '../parts/use-alert-work.js';
import { useSteadyPages } from '../parts/use-steady-pages.js';
import { WorkBar } from '../parts/work-bar.js';
import { WorkList } from '../parts/work-list.js';
import { countsQuery, mostPages, workQuery } from '../queries.js';

/** A1: the work that waits for people, most urgent first. */
export function InboxPage() {
  const text = useText().inbox;
  const { kind = 'alerts' } = useSearch({ from: '/$organizationId/inbox' });
  return (
    <Guarded title={text.title} permission="alerts:read">
      <Guarded title={text.title} permission={workNeeds[kind]}>
        <Inbox />
      </Guarded>
    </Guarded>
  );
}

function Inbox() {
  const text = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/inbox' });
  const navigate = useNavigate();
  const go = (to: InboxSearch, replace = false): void =>
    void navigate({
      to: '/$organizationId/inbox',
      params: { organizationId },
      search: to,
      replace,
      resetScroll: false,
    });
  const list = useWork(search);
  const { refused, setRefused, chosen, choose, work } = useChoice(search, list.key);
  useRowKeys();
  useKeys({ o: () => openPage(list.rows.find(({ row }) => row.id === (focusedRow() ?? search.open))?.row) });
  const openPage = (row: WorkRow | undefined): void => {
    const to = row && pageOf(row);
    if (to) void navigate({ ...to, params: { ...to.params, organizationId } });
  };
  const kind = search.kind ?? 'alerts';
  const failure = list.error ?? work.changing.error ?? work.joining.error;
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.inbox.title}</h1>
        {kind === 'alerts' && <TakeAlert work={work} search={search} onGo={go} />}
        {(kind === 'matches' || kind === 'reviews') && <TakeOther key={kind} kind={kind} search={search} onGo={go} />}
      </div>
      <KindTabs search={search} counts={list.counts} onGo={go} />
      <FilterBar search={search} counts={list.counts} onGo={go} />
      {failure && <FailureNotice error={failure} retry={list.error ? list.refetch : undefined} />}
      <RefusalList refused={refused} rows={list.rows} onClose={() => setRefused([])} />
      {kind === 'alerts' && (
        <WorkBar
          key={list.key}
          chosen={chosen}
          onChoose={choose}
          total={list.total}
          isEstimate={list.isEstimate}
          asOf={list.asOf}
          search={search}
          work={work}
        />
      )}
      {list.isPending && <Loading>{text.shell.loading}</Loading>}
      <News count={list.waiting} onShow={list.show} />
      {!list.isPending && !list.error && list.rows.length === 0 && <Nothing search={search} counts={list.counts} />}
      <div className={classes['columns']} data-open={search.open !== undefined || undefined}>
        {list.rows.length > 0 && (
          <WorkList
            rows={list.rows}
            total={Math.max(list.rows.length, list.isWhole ? 0 : list.total)}
            search={search}
            chosen={kind === 'alerts' ? chosen : null}
            onChoose={choose}
            onEnd={list.more}
          />
        )}
        {search.open !== undefined && (
          <OpenWork key={search.open} search={search} id={search.open} onClose={() => go(withoutOpen(search))} />
        )}
      </div>
      {list.isWhole && <p className={screen['soft']}>{text.inbox.mostRows(list.rows.length)}</p>}
    </>
  );
}

const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-work]')?.dataset['work'];

/** Returns the page of what an item is about; `null` if it has none. */
function pageOf({ kind, id, transactionId, entityId }: WorkRow) {
  if (kind === 'cases') return { to: '/$organizationId/cases/$caseId', params: { caseId: id } } as const;
  if (transactionId !== null)
    return { to: '/$organizationId/payments/$transactionId/why', params: { transactionId } } as const;
  return entityId === null ? null : ({ to: '/$organizationId/parties/$entityId', params: { entityId } } as const);
}

const withoutOpen = ({ open: _, ...search }: InboxSearch): InboxSearch => search;

const news = [
  ...(['alert:created', 'alert:updated', 'case:created', 'case:updated'] as const),
  ...(['screening-match:updated', 'kyc:validation-updated', 'kyc:validation-assigned'] as const),
];

/** Provides the rows of the filter at stable positions, page by page while scrolling. */
function useWork(search: InboxSearch) {
  const { organizationId, permissions } = usePlace();
  const options = workQuery(organizationId, search);
  const list = useInfiniteQuery(options);
  const counts = useQuery(countsQuery(organizationId, permissions));
  const key = JSON.stringify(options.queryKey);
  const pages = list.data?.pages;
  const steady = useSteadyPages(
    key,
    pages?.flatMap(({ rows }) => rows),
    pages?.[0]?.asOf ?? null,
  );
  const queries = useQueryClient();
  const ofPanels = (what: string) => queries.invalidateQueries({ queryKey: [organizationId, 'work', what] });
  const refetch = () => Promise.all([list.refetch(), counts.refetch(), ofPanels('match'), ofPanels('review')]);
  useLiveReads(news, refetch, 'inbox');
  const { hasNextPage, isFetching, fetchNextPage } = list;
  return {
    ...steady,
    key,
    counts: counts.data,
    total: pages?.[0]?.total ?? 0,
    isEstimate: pages?.[0]?.isEstimate ?? false,
    isPending: list.isPending,
    /** Whether there are more rows than a list can hold. */
    isWhole: pages?.length === mostPages && pages.at(-1)?.next !== null,
    error: list.error,
    refetch: () => void refetch(),
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}

/** Manages the selection in one list; alerts whose change was refused stay selected. */
function useChoice(search: InboxSearch, key: string) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const work = useAlertWork((failed) => {
    setRefused(failed);
    choose(new Set(failed.map(({ alertId }) => alertId)));
  });
  useEffect(() => {
    choose(new Set());
    setRefused([]);
  }, [key]);
  useKeys({
    x: () => {
      const id = focusedRow();
      if (id === undefined || (search.kind ?? 'alerts') !== 'alerts') return;
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      choose(next);
    },
  });
  return { chosen, choose, refused, setRefused, work };
}

interface NothingProps {
  readonly search: InboxSearch;
  readonly counts: ReturnType<typeof useWork>['counts'];
}

function Nothing({ search, counts }: NothingProps) {
  const text = useText();
  const { organizationId, permissions } = usePlace();
  const kind = search.kind ?? 'alerts';
  const clear = (
    <Link to="/$organizationId/inbox" params={{ organizationId }} search={search.kind ? { kind: search.kind } : {}}>
      {text.shell.clearFilters}
    </Link>
  );
  const waiting = counts?.[kind];
  if (search.who === 'me' && waiting)
    return (
      <Empty title={text.inbox.emptyMine}>
        <p>{text.inbox.emptyTells(waiting.unassigned, waiting.all)}</p>
        {clear}
      </Empty>
    );
  if (filtersOf[kind].some((name) => search[name] !== undefined))
    return <Empty title={text.inbox.nothingFound}>{clear}</Empty>;
  return (
    <Empty title={text.inbox.empty}>
      {kind === 'alerts' && <p>{text.inbox.neverAny}</p>}
      {kind === 'alerts' && permissions.includes('rules:read') && (
        <Link to="/$organizationId/rules" params={{ organizationId }}>
          {text.inbox.toRules}
        </Link>
      )}
    </Empty>
  );
}
