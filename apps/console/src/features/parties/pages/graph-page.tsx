import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { DayField } from '../../../shell/day-field.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { buttonClass, Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import classes from '../parties.module.css';
import { drawGraphs, mostNodes } from '../model/graph-picture.js';
import { type GraphSearch, linkKinds, type LinkKind, readGraphSearch, toggled } from '../model/parties-search.js';
import { GraphList } from '../parts/graph-list.js';
import { GraphView } from '../parts/graph-view.js';
import { graphQuery, partyQuery } from '../queries.js';

/** A4: the parties connected to a party, unfolded as the URL says. */
export function GraphPage() {
  const text = useText().parties;
  return (
    <Guarded title={text.graph} permission="entities:read">
      <PartyGraph />
    </Guarded>
  );
}

function PartyGraph() {
  const text = useText();
  const { organizationId } = usePlace();
  const { entityId } = useParams({ from: '/$organizationId/parties/$entityId/graph' });
  const search = useSearch({ from: '/$organizationId/parties/$entityId/graph' });
  const navigate = useNavigate();
  const { data: party, error, refetch } = useQuery(partyQuery(organizationId, entityId));
  const rings = useRings(entityId, search);
  const go = (change: { readonly [Name in keyof GraphSearch]?: unknown }): void =>
    void navigate({
      to: '/$organizationId/parties/$entityId/graph',
      params: { organizationId, entityId },
      search: readGraphSearch({ ...search, ...change }),
      resetScroll: false,
    });
  const isOpen = (id: string): boolean => id === entityId || search.open?.includes(id) === true;
  const acts = {
    isOpen,
    toggle: (id: string) => id !== entityId && go({ open: toggled(search.open, id) }),
    widen: (id: string) => search.wide?.includes(id) !== true && go({ wide: toggled(search.wide, id) }),
    isWide: (id: string) => search.wide?.includes(id) === true,
  };
  const listed = useDeferredValue(rings.picture);
  // Rendering its links takes longer than the picture, which does not wait for them.
  const list = useMemo(() => <GraphList picture={listed} acts={acts} />, [listed, search, entityId]);
  if (error && !party)
    return <RecordFailure title={text.parties.graph} error={error} retry={() => void refetch()} screen="parties" />;
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.parties.graphOf(party?.name ?? '…')}</h1>
        <Link className={buttonClass} to="/$organizationId/parties/$entityId" params={{ organizationId, entityId }}>
          {text.parties.toParty}
        </Link>
      </div>
      <GraphFilters search={search} onGo={go} />
      {rings.failures.map(({ id, error, retry }) => (
        <FailureNotice key={id} error={error} retry={retry} />
      ))}
      {rings.isPending && <Loading>{text.shell.loading}</Loading>}
      {rings.omitted.length > 0 && <Notice kind="warning">{text.parties.omitted(rings.omitted.join(', '))}</Notice>}
      {rings.picture.isCut && <Notice kind="warning">{text.parties.cut(mostNodes)}</Notice>}
      {rings.picture.nodes.length === 1 && (
        <Empty title={text.parties.alone}>
          <p>{text.parties.aloneTells}</p>
        </Empty>
      )}
      {rings.picture.nodes.length > 1 && (
        <>
          <p className={screen['soft']}>{text.parties.graphKeys}</p>
          <div className={classes['graph']}>
            <GraphView picture={rings.picture} failed={rings.failures.map(({ id }) => id)} acts={acts} />
            {list}
          </div>
        </>
      )}
    </>
  );
}

/** Reports the drawing time as a performance measure, for benchmarks and browser tools. */
function measuredDrawing(graphs: Parameters<typeof drawGraphs>[0]): ReturnType<typeof drawGraphs> {
  const start = performance.now();
  const picture = drawGraphs(graphs);
  performance.measure('graph layout', { start });
  return picture;
}

/** Reads the graphs of the party and of the unfolded parties, and combines them into one picture. */
function useRings(entityId: string, { open = [], wide = [], kinds, from }: GraphSearch) {
  const { organizationId } = usePlace();
  const ids = [entityId, ...open.filter((id) => id !== entityId)];
  const answers = useQueries({
    queries: ids.map((id) => graphQuery(organizationId, { entityId: id, isWide: wide.includes(id), kinds, from })),
  });
  const graphs = answers.flatMap(({ data }) => (data ? [data] : []));
  const key = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join(' ');
  // Without the first graph, the others are not connected to anything.
  const hasRoot = answers[0]?.data !== undefined;
  const picture = useMemo(() => measuredDrawing(hasRoot ? graphs : []), [key, ids.join(' '), hasRoot]);
  return {
    picture,
    isPending: answers.some(({ isPending }) => isPending),
    omitted: [...new Set(graphs.flatMap(({ omitted }) => omitted.map(({ permission }) => permission)))],
    failures: answers.flatMap(({ error, refetch }, index) =>
      error ? [{ id: ids[index] ?? '', error, retry: () => void refetch() }] : [],
    ),
  };
}

interface FiltersProps {
  readonly search: GraphSearch;
  readonly onGo: (change: { readonly [Name in keyof GraphSearch]?: unknown }) => void;
}

function GraphFilters({ search, onGo }: FiltersProps) {
  const text = useText();
  const shown: readonly LinkKind[] = search.kinds ?? linkKinds;
  const choose = (kind: LinkKind, isShown: boolean): void =>
    onGo({ kinds: linkKinds.filter((each) => (each === kind ? isShown : shown.includes(each))) });
  return (
    <div className={screen['filters']} role="group" aria-label={text.shell.filters}>
      {linkKinds.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={shown.includes(kind)}
            onChange={(event) => choose(kind, event.target.checked)}
          />{' '}
          {text.parties.links[kind]}
        </label>
      ))}
      <DayField label={text.parties.paymentsSince} value={search.from ?? ''} onChange={(from) => onGo({ from })} />
    </div>
  );
}
