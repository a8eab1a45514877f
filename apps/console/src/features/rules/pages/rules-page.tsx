import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadCode } from '../../../data/load-code.js';
import { useText } from '../../../i18n/reader.js';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useLiveReads } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { Pages } from '../../../shell/pages.js';
import { useMay, usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Views } from '../../../shell/views.js';
import { Button, buttonClass, Empty, FailureNotice, Loading, mainButtonClass, Notice } from '../../../ui/index.js';
import { approvalsQuery, ruleSetQuery } from '../../releases/index.js';
import { RuleTable } from '../parts/rule-table.js';
import { ruleCategories, type RuleCategory, type RulesSearch, ruleStatuses } from '../model/rules-search.js';
import { ruleFiguresQuery, rulesQuery } from '../queries.js';

const MatrixFilter = lazy(async () => ({
  default: (await loadCode(() => import('../parts/matrix-filter.js'))).MatrixFilter,
}));

const OwnerFilter = lazy(async () => ({
  default: (await loadCode(() => import('../parts/matrix-filter.js'))).OwnerFilter,
}));

const ChosenRules = lazy(async () => ({
  default: (await loadCode(() => import('../parts/chosen-rules.js'))).ChosenRules,
}));

const news = ['rule:changed', 'rule:status-changed', 'rule:guard-tripped', 'rule-set:activated'] as const;

export function RulesPage() {
  const text = useText().rules;
  return (
    <Guarded title={text.title} permission="rules:read">
      <Rules />
    </Guarded>
  );
}

function Rules() {
  const text = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/rules' });
  const navigate = useNavigate();
  const list = useQuery(rulesQuery(organizationId, search, ['guardState', 'stats']));
  const figures = useQuery(ruleFiguresQuery(organizationId, search));
  const listed = JSON.stringify(search);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  // Rules that are no longer shown must not be changed by mistake.
  useEffect(() => choose(new Set()), [listed]);
  const { rows, waiting, show } = useSteadyRows({
    key: listed,
    rows: list.isPlaceholderData ? undefined : list.data?.rules,
    isFetching: list.isFetching,
  });
  const queries = useQueryClient();
  useLiveReads(news, () => {
    void list.refetch();
    void queries.invalidateQueries({ queryKey: ruleSetQuery(organizationId).queryKey });
  });
  const filter = (change: Partial<RulesSearch>): void => {
    const { page: _, ...kept } = search;
    void navigate({ to: '/$organizationId/rules', params: { organizationId }, search: { ...kept, ...change } });
  };
  useRowKeys();
  const { data: active } = useQuery(ruleSetQuery(organizationId));
  const openSet = (set: number | undefined): void =>
    void navigate({
      to: '/$organizationId/rules/sets',
      params: { organizationId },
      search: set !== undefined && set > 0 ? { set } : {},
    });
  useKeys({
    c: () => void navigate({ to: '/$organizationId/rules/new', params: { organizationId } }),
    '[': () => openSet(active ? active.number - 1 : undefined),
    ']': () => openSet(undefined),
  });
  return (
    <>
      <Head />
      <Filters search={search} onChoose={filter} owners={ownersOf(list.data?.rules ?? [])} />
      {figures.error && <Notice kind="warning">{text.rules.withoutFigures}</Notice>}
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{text.shell.loading}</Loading>}
      {list.data?.total === 0 && rows.length === 0 && <NoRules isFiltered={isFiltered(search)} />}
      <News count={waiting} onShow={show} />
      {chosen.size > 0 && (
        <Suspense>
          <ChosenRules rules={rows.map(({ row }) => row).filter(({ id }) => chosen.has(id))} onChoose={choose} />
        </Suspense>
      )}
      {list.data && rows.length > 0 && (
        <RuleTable
          // If there are several pages, a rule that left this page may be on another one.
          rules={rows.map((each) => ({ ...each, isGone: each.isGone && list.data.totalPages <= 1 }))}
          figures={figures.data}
          chosen={chosen}
          onChoose={choose}
        />
      )}
      {list.data && list.data.total > 0 && (
        <Pages page={list.data.page} pages={list.data.totalPages} onPage={(page) => filter({ page })} />
      )}
    </>
  );
}

const isFiltered = ({ page: _, ...filters }: RulesSearch): boolean => Object.keys(filters).length > 0;

/** Words of the rules language, as in the text of a rule. */
const categoryNames = Object.fromEntries(ruleCategories.map((each) => [each, each])) as Readonly<
  Record<RuleCategory, string>
>;

interface FiltersProps {
  readonly search: RulesSearch;
  readonly onChoose: (change: Partial<RulesSearch>) => void;
  /** Those of the rules on this page. */
  readonly owners: readonly string[];
}

const ownersOf = (rules: readonly { readonly owner: string | null }[]): readonly string[] =>
  [...new Set(rules.flatMap(({ owner }) => owner ?? []))].sort();

function Filters({ search, onChoose: choose, owners }: FiltersProps) {
  const text = useText();
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const mayFilter = useMay('risk_matrices:read');
  return (
    <div className={screen['filters']} role="search" aria-label={text.shell.filters}>
      <FilterField label={text.rules.search} value={search.q ?? ''} onChange={(q) => choose({ q })} />
      <FilterChoice
        label={text.rules.status}
        any={text.rules.anyStatus}
        value={search.status}
        values={ruleStatuses}
        texts={text.rules.statuses}
        onChange={(status) => choose({ status })}
      />
      <FilterChoice
        label={text.rules.columns.category}
        any={text.rules.anyCategory}
        value={search.category}
        values={ruleCategories}
        texts={categoryNames}
        onChange={(category) => choose({ category })}
      />
      <Suspense>
        <OwnerFilter
          value={search.owner ?? ''}
          options={owners}
          onChange={(owner) => choose({ owner: owner || undefined })}
        />
      </Suspense>
      <Button
        aria-pressed={search.tripped === true}
        onClick={() => choose({ tripped: search.tripped === true ? undefined : true })}
      >
        ⚠ {text.rules.paused}
      </Button>
      {mayFilter && (
        <Suspense>
          <MatrixFilter value={search.matrix} onChange={(matrix) => choose({ matrix })} />
        </Suspense>
      )}
      {isFiltered(search) && (
        <Button
          look="quiet"
          onClick={() => void navigate({ to: '/$organizationId/rules', params: { organizationId } })}
        >
          {text.shell.clearFilters}
        </Button>
      )}
      <Views screen="rules" search={search} />
    </div>
  );
}

function Head() {
  const { rules: text, releases } = useText();
  const { organizationId } = usePlace();
  const refusal = useRefusal()('rules:create');
  const mayPublish = useRefusal()('rules:publish') === null;
  const needs = useText().shell.needs;
  const { data: approvals, refetch } = useQuery({
    ...approvalsQuery(organizationId, 'pending'),
    enabled: mayPublish,
  });
  useLiveReads(['rule:approval-requested', 'rule:approval-decided'], () => void (mayPublish && refetch()));
  const { data } = useQuery(ruleSetQuery(organizationId));
  const waiting = approvals?.pagination.total ?? 0;
  return (
    <div className={screen['head']}>
      <div>
        <h1>{text.title}</h1>
        {data !== undefined && <p>{data === null ? text.noneInForce : text.inForce(data.number, data.rules.length)}</p>}
      </div>
      <nav aria-label={text.more} className={screen['filters']}>
        <Link className={buttonClass} to="/$organizationId/rules/sets" params={{ organizationId }}>
          {releases.sets}
        </Link>
        <Link className={buttonClass} to="/$organizationId/rules/params" params={{ organizationId }}>
          {text.parameters}
        </Link>
        {mayPublish && (
          <Link className={buttonClass} to="/$organizationId/rules/approvals" params={{ organizationId }}>
            {releases.approvals}
            {waiting > 0 && (
              <span data-waiting>
                {' · '}
                {releases.waiting(waiting)}
              </span>
            )}
          </Link>
        )}
        <Link className={buttonClass} to="/$organizationId/rules/files" params={{ organizationId }}>
          {text.files}
        </Link>
        <Link className={buttonClass} to="/$organizationId/recent" params={{ organizationId }}>
          {releases.recent}
        </Link>
      </nav>
      {refusal === null ? (
        <Link className={mainButtonClass} to="/$organizationId/rules/new" params={{ organizationId }}>
          {text.create}
        </Link>
      ) : (
        <Button look="main" refused={needs(refusal)}>
          {text.create}
        </Button>
      )}
    </div>
  );
}

function NoRules({ isFiltered }: { readonly isFiltered: boolean }) {
  const text = useText().rules;
  const { organizationId } = usePlace();
  const mayCreate = useRefusal()('rules:create') === null;
  if (isFiltered) return <Empty title={text.nothingFound} />;
  return (
    <Empty title={text.empty}>
      <p>{text.emptyTells}</p>
      {mayCreate && (
        <Link className={mainButtonClass} to="/$organizationId/rules/new" params={{ organizationId }}>
          {text.emptyStart}
        </Link>
      )}
    </Empty>
  );
}
