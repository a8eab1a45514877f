import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useApi, useMay, usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Button, Empty, FailureNotice, Field, Loading, mainButtonClass, Notice } from '../../../ui/index.js';
import {
  Ended,
  present,
  Progress,
  RecordName,
  RecordTable,
  shownMatch,
  type ShownRecord,
  StartFailure,
  StatusBadge,
  sweepMatchesQuery,
  sweepQuery,
  useLiveRun,
} from '../../dry-runs/index.js';
import classes from '../lab.module.css';
import { ruleText } from '../model/params.js';
import { chosenPlace, isLabelled, placeOf, precisionOf, type Sweep, type SweepPoint } from '../model/points.js';
import { ThresholdChart, TradeCurve } from '../parts/curves.js';
import { PointTable } from '../parts/point-table.js';
import { useParameters } from '../parts/use-parameters.js';
import { useSubject, useTry } from '../parts/use-subject.js';

/** R4: the results for each value of a parameter. */
export function LabPage() {
  const text = useText();
  const { lab } = useAdminText();
  const { organizationId } = usePlace();
  const { sweepId } = useParams({ from: '/$organizationId/lab/$sweepId' });
  const { budget, rule } = useSearch({ from: '/$organizationId/lab/$sweepId' });
  const [subject, setSubject] = useState<string | undefined>(undefined);
  const { data, error, refetch } = useQuery({
    ...sweepQuery(organizationId, sweepId, { budget, rule: rule ?? subject }),
    enabled: useMay('rules:execute'),
  });
  useLiveRun('sweep', sweepId);
  const { key } = useSubject(data);
  if (key !== subject) setSubject(key);
  return (
    <Guarded title={data ? `${lab.title}: ${data.param}` : lab.title} permission="rules:execute">
      {error && !data && (
        <RecordFailure title={lab.title} error={error} retry={() => void refetch()} screen="dryRuns" />
      )}
      {error && data && <FailureNotice error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading>{text.shell.loading}</Loading>}
      {data && <ReadSweep sweep={data} />}
    </Guarded>
  );
}

function ReadSweep({ sweep }: { readonly sweep: Sweep }) {
  const text = useText();
  const { lab } = useAdminText();
  const { organizationId, api } = useApi();
  const navigate = useNavigateIfHere();
  const again = useMutation({
    mutationFn: () => {
      const { labels: _labels, ...body } = sweep.request;
      return answerOf(api.POST('/rules/sweeps', { body }));
    },
    onSuccess: ({ sweepId }) => navigate({ to: '/$organizationId/lab/$sweepId', params: { organizationId, sweepId } }),
  });
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>
            {sweep.name ?? sweep.param} <StatusBadge status={sweep.status} />
          </h1>
          <p>
            {sweep.rule ?? lab.allRules} · <code>{sweep.param}</code> · {lab.now(ruleText(sweep.current))} ·{' '}
            {text.dryRuns.period(sweep.request.from.slice(0, 10), sweep.request.to.slice(0, 10))}
          </p>
        </div>
      </div>
      <Progress run={sweep} kind="sweep" />
      <Ended run={sweep} onAgain={() => again.mutate()} />
      <StartFailure error={again.error} />
      {sweep.warnings.length > 0 && (
        <Notice kind="warning">
          <p lang="en">{sweep.warnings.join(' ')}</p>
        </Notice>
      )}
      {sweep.status === 'completed' && sweep.points.length === 0 && <Empty title={text.dryRuns.noneEvaluated} />}
      {sweep.points.length > 0 && <Lab sweep={sweep} />}
    </>
  );
}

/** Describes the result for a value in one line. */
function useTold() {
  const text = useAdminText().lab;
  const formats = useFormats();
  return (point: SweepPoint): string => {
    const precision = precisionOf(point);
    return [
      `${ruleText(point.value)}:`,
      text.perDay(formats.number(point.alertsPerDay), formats.number(point.analystHoursPerDay)),
      text.hitCount(formats.number(point.hits)),
      point.positivesTotal > 0 &&
        text.caughtOf(formats.number(point.positivesCaught), formats.number(point.positivesTotal)),
      precision !== null && text.falseOf(formats.number(point.falseAlarms), formats.share(precision)),
    ]
      .filter((part) => part !== false)
      .join(' ');
  };
}

function Lab({ sweep }: { readonly sweep: Sweep }) {
  const text = useAdminText().lab;
  const told = useTold();
  const search = useSearch({ from: '/$organizationId/lab/$sweepId' });
  const navigate = useNavigate();
  // The address stays unchanged while dragging, because every step would otherwise be an entry in the history.
  const [dragged, setDragged] = useState<number | null>(null);
  const { points } = sweep;
  const names = useMemo(() => points.map(({ value }) => ruleText(value)), [points]);
  const frontier = useMemo(() => new Set(sweep.frontier.map(ruleText)), [sweep.frontier]);
  const settled = chosenPlace(sweep, search.value);
  const place = Math.min(dragged ?? settled, points.length - 1);
  const point = points[place]!;
  const choose = (change: { readonly [Name in keyof typeof search]?: (typeof search)[Name] | undefined }): void =>
    void navigate({ to: '.', search: present({ ...search, ...change }) as never, replace: true, resetScroll: false });
  const settle = (value: number): void => {
    setDragged(null);
    choose({ value });
  };
  useRowKeys();
  useKeys({ a: () => choose({ change: 'gained' }), b: () => choose({ change: 'lost' }) });
  return (
    <>
      <div className={screen['grid']}>
        <section className={screen['panel']} aria-label={text.value}>
          <h2>{isLabelled(points) ? text.precisionAndAlerts : text.alertsOnly}</h2>
          <ThresholdChart {...{ points, names, place }} onMove={setDragged} onSettle={settle} told={told(point)} />
          <p role="status" data-told>
            <strong>{told(point)}</strong>
          </p>
          {!isLabelled(points) && <p className={screen['soft']}>{text.noLabels}</p>}
          <Budget sweep={sweep} budget={search.budget} onBudget={(budget) => choose({ budget })} onPlace={settle} />
          <Apply sweep={sweep} point={point} />
        </section>
        <section className={screen['panel']} aria-label={text.trade}>
          <h2>{text.trade}</h2>
          <TradeCurve {...{ points, names, frontier, place }} budget={search.budget} onChoose={settle} />
          <p className={screen['soft']}>{text.frontierTells}</p>
        </section>
        <PointTable {...{ points, names, frontier, place }} onChoose={settle} />
      </div>
      <Records
        key={settled}
        sweep={sweep}
        value={names[settled] ?? ''}
        change={search.change ?? 'gained'}
        onChange={(change) => choose({ change })}
      />
    </>
  );
}

interface BudgetProps {
  readonly sweep: Sweep;
  readonly budget: number | undefined;
  readonly onBudget: (budget: number | undefined) => void;
  readonly onPlace: (place: number) => void;
}

/** Finds the value with the greatest benefit within a number of alerts per day. */
function Budget({ sweep: { points, suggestion }, budget, onBudget, onPlace }: BudgetProps) {
  const text = useAdminText().lab;
  const place = suggestion ? placeOf(points, suggestion.value) : -1;
  return (
    <div className={classes['actions']}>
      <Field
        label={text.budget}
        type="number"
        min={0}
        step="any"
        value={budget ?? ''}
        onChange={(event) => onBudget(event.target.value === '' ? undefined : event.target.valueAsNumber)}
      />
      {budget !== undefined && suggestion === null && <p role="status">{text.noneWithin}</p>}
      {budget !== undefined && suggestion && place >= 0 && (
        <Button onClick={() => onPlace(place)}>{text.suggested(ruleText(suggestion.value))}</Button>
      )}
    </div>
  );
}

/** A parameter of the rule is tried in its text; a shared parameter is set for all rules. */
function Apply({ sweep, point }: { readonly sweep: Sweep; readonly point: SweepPoint }) {
  const text = useAdminText().lab;
  const { organizationId } = usePlace();
  const { rule } = useSubject(sweep);
  const { tryValue, isElsewhere } = useTry(sweep, rule);
  const isShared = useParameters().data?.some(({ name }) => name === sweep.param);
  const value = ruleText(point.value);
  return (
    <div className={classes['actions']}>
      {rule && !isShared && (
        <Button look="main" onClick={() => void tryValue(point.value)}>
          {text.tryIt(value)}
        </Button>
      )}
      {isShared && (
        <Link
          className={mainButtonClass}
          to="/$organizationId/rules/params"
          params={{ organizationId }}
          search={{ name: sweep.param, value }}
        >
          {text.setParam}
        </Link>
      )}
      {isElsewhere && <Notice kind="warning">{text.declaredElsewhere(sweep.param)}</Notice>}
    </div>
  );
}

interface RecordsProps {
  readonly sweep: Sweep;
  /** The value as rules write it. */
  readonly value: string;
  readonly change: 'gained' | 'lost';
  readonly onChange: (change: 'gained' | 'lost') => void;
}

/** Shows the records between the current and the selected value. */
function Records({ sweep, value, change, onChange }: RecordsProps) {
  const text = useAdminText().lab;
  const { dryRuns } = useText();
  const { organizationId } = usePlace();
  const asked = { value, change, rule: sweep.rule ?? undefined };
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    sweepMatchesQuery(organizationId, sweep.id, asked),
  );
  const all = useMemo(() => (data?.pages ?? []).flatMap(({ matches }) => matches.map(shownMatch)), [data]);
  const onShown = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && last >= all.length) void fetchNextPage();
    },
    [all.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  const rowAt = useCallback((index: number) => all[index], [all]);
  const nameOf = useCallback((record: ShownRecord) => <RecordName record={record} search={null} />, []);
  return (
    <section>
      <div className={classes['actions']}>
        {(['gained', 'lost'] as const).map((each) => (
          <Button key={each} aria-pressed={change === each} onClick={() => onChange(each)}>
            {text.changes[each]} <kbd>{each === 'gained' ? 'a' : 'b'}</kbd>
          </Button>
        ))}
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data && all.length === 0 && <p className={screen['soft']}>{text.noRecords}</p>}
      {all.length > 0 && (
        <RecordTable
          label={dryRuns.records}
          total={all.length + (hasNextPage ? 1 : 0)}
          rowAt={rowAt}
          onShown={onShown}
          nameOf={nameOf}
        />
      )}
    </section>
  );
}
