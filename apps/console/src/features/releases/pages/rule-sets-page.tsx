import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useLive } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { Pages } from '../../../shell/pages.js';
import { pageSearch, pagesOf } from '../../../data/paging.js';
import { useApi, usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time, ToldTime } from '../../../shell/time.js';
import { Actions, Badge, Button, Empty, FailureNotice, Field, Loading } from '../../../ui/index.js';
import { useActivate } from '../parts/use-activate.js';
import { peopleQuery, ruleSetOfQuery, ruleSetQuery, ruleSetsQuery } from '../queries.js';
import classes from '../releases.module.css';

type RuleSet = components['schemas']['RuleSetSummaryDto'];

const minReason = 5;

export function RuleSetsPage() {
  const text = useText().releases;
  return (
    <Guarded title={text.sets} permission="rules:read">
      <RuleSets />
    </Guarded>
  );
}

const address = '/$organizationId/rules/sets';

/** A page of rule sets, the active one, and the one named in the address, whatever page it is on. */
function useSets() {
  const { organizationId } = usePlace();
  const { page = 1, set, version } = useSearch({ from: address });
  const list = useQuery(ruleSetsQuery(organizationId, page));
  const inForce = useQuery(ruleSetQuery(organizationId));
  const identified = list.data?.ruleSets.map((each) => ({ ...each, id: each.version }));
  const steady = useSteadyRows({ key: String(page), rows: identified, isFetching: list.isFetching });
  const sets = steady.rows.map(({ row }) => row);
  const listed = sets.find((each) => each.number === set || each.version === version);
  const asked = version ?? (set === undefined ? '' : String(set));
  const other = useQuery({
    ...ruleSetOfQuery(organizationId, asked),
    enabled: asked !== '' && list.isSuccess && !listed,
  });
  const active = inForce.data;
  const chosen = listed ?? (asked === '' ? active : other.data);
  const read = (): void => {
    void list.refetch();
    void inForce.refetch();
  };
  useLive({ 'rule-set:activated': read }, { onGap: read });
  return { list, inForce, steady, sets, active, chosen, other: listed ? null : other, read };
}

/** The time machine: all sets that have been active, their differences, and a way to restore them. */
function RuleSets() {
  const { releases: text, shell } = useText();
  const { organizationId } = usePlace();
  const { page = 1 } = useSearch({ from: address });
  const navigate = useNavigate();
  const { list, inForce, steady, sets, active, chosen, other, read } = useSets();
  const params = { organizationId };
  const step = (by: number): void => {
    const next = sets[sets.findIndex(({ number }) => number === chosen?.number) + by];
    if (next) void navigate({ to: address, params, search: { set: next.number, ...pageSearch(page) }, replace: true });
  };
  const open = (next: number): void => void navigate({ to: address, params, search: pageSearch(next) });
  useRowKeys();
  useKeys({ '[': () => step(1), ']': () => step(-1) });
  const error = list.error ?? inForce.error;
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.sets}</h1>
          <p>{text.setsTell}</p>
        </div>
      </div>
      <News count={steady.waiting} onShow={steady.show} />
      {error && <FailureNotice error={error} retry={read} />}
      {other?.error && <FailureNotice error={other.error} retry={() => void other.refetch()} />}
      {(list.isPending || other?.isLoading === true) && <Loading>{shell.loading}</Loading>}
      {active === null && <Empty title={text.noSets} />}
      {active && (
        <div className={classes['columns']}>
          <div>
            <SetList sets={sets} chosen={chosen} page={page} />
            <Pages page={page} pages={pagesOf(list.data?.pagination.total ?? 0)} onPage={open} />
          </div>
          {chosen && <ChosenSet key={chosen.version} set={chosen} active={active} />}
        </div>
      )}
    </>
  );
}

interface SetListProps {
  readonly sets: readonly RuleSet[];
  readonly chosen: RuleSet | null | undefined;
  readonly page: number;
}

const mostChanges = 2;

function SetList({ sets, chosen, page }: SetListProps) {
  const { releases: text, parties } = useText();
  const { organizationId } = usePlace();
  return (
    <div className={screen['wide']}>
      <table aria-label={text.sets}>
        <tbody>
          {sets.map(({ version, number, activatedAt, deactivatedAt, changes }) => (
            <tr key={version} aria-current={version === chosen?.version ? 'true' : undefined}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/rules/sets"
                  params={{ organizationId }}
                  search={{ set: number, ...pageSearch(page) }}
                >
                  {text.set(number)}
                </Link>{' '}
                {deactivatedAt === null && (
                  <Badge sign="●" tone="good">
                    {text.decides}
                  </Badge>
                )}
              </td>
              <td>
                <Time at={activatedAt} />
              </td>
              <td className={screen['wraps']}>
                <span lang="en">{changes.slice(0, mostChanges).join('; ')}</span>{' '}
                {changes.length > mostChanges && parties.andMore(changes.length - mostChanges)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChosenSetProps {
  readonly set: RuleSet;
  readonly active: RuleSet;
}

function ChosenSet({ set, active }: ChosenSetProps) {
  const { releases: text, shell } = useText();
  const { organizationId, api } = useApi();
  const { permissions } = usePlace();
  const { data: names } = useQuery(peopleQuery(organizationId, permissions));
  const isActive = set.version === active.version;
  const diff = useQuery({
    queryKey: [organizationId, 'rule-sets', 'diff', active.version, set.version],
    queryFn: ({ signal }) => {
      const params = { path: { version: active.version }, query: { to: set.version } };
      return answerOf(api.GET('/rule-sets/{version}/diff', { params, signal }));
    },
    enabled: !isActive,
    staleTime: Infinity,
  });
  const by = set.activatedBy === null ? null : (names?.get(set.activatedBy) ?? set.activatedBy);
  return (
    <section className={classes['card']} aria-label={text.set(set.number)}>
      <h2>{text.set(set.number)}</h2>
      <p className={screen['soft']}>
        <ToldTime told={text.since} at={set.activatedAt} look="both" />
        {by !== null && ` · ${by}`}
      </p>
      {set.reason !== null && <blockquote>{set.reason}</blockquote>}
      {isActive && <p>{text.decidesNow}</p>}
      {set.changes.length > mostChanges && (
        <ul lang="en" className={classes['words']}>
          {set.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {diff.isFetching && <Loading>{shell.loading}</Loading>}
      {diff.error && <FailureNotice error={diff.error} retry={() => void diff.refetch()} />}
      {diff.data && (
        <>
          <h3>{text.wouldChange(active.number)}</h3>
          <ul lang="en" className={classes['words']}>
            {diff.data.rules.map(({ key, change, from, to, words }) => (
              <li key={key}>
                <code>{key}</code> {from ?? '–'} → {to ?? '–'} {words.length > 0 ? words.join('; ') : change}
              </li>
            ))}
            {diff.data.params.map(({ name, from, to }) => (
              <li key={name}>
                <code>{name}</code> {JSON.stringify(from)} → {JSON.stringify(to)}
              </li>
            ))}
            {diff.data.matrices.map(({ key, change }) => (
              <li key={key}>
                <code>{key}</code> {change}
              </li>
            ))}
          </ul>
          <PutBack set={set} active={active} />
        </>
      )}
    </section>
  );
}

function PutBack({ set, active }: ChosenSetProps) {
  const { releases: text, shell } = useText();
  const [reason, setReason] = useState('');
  const { activating } = useActivate();
  const needed = useRefusal()('rules:publish');
  const refusal =
    needed !== null ? shell.needs(needed) : reason.trim().length < minReason ? text.reasonLength(minReason) : null;
  return (
    <>
      <Field label={text.reason} value={reason} onChange={(event) => setReason(event.target.value)} />
      {activating.error && <FailureNotice error={activating.error} />}
      <Actions>
        <Button
          look="main"
          refused={refusal}
          disabled={activating.isPending}
          onClick={() => activating.mutate({ set, over: active, reason: reason.trim() })}
        >
          {text.putBack(set.number)}
        </Button>
      </Actions>
    </>
  );
}
