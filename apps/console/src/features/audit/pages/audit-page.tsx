import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { DayField } from '../../../shell/day-field.js';
import { News } from '../../../shell/news.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { type SteadyRow, useSteadyRows } from '../../../shell/steady-rows.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Button, buttonClass, Empty, FailureNotice, inputClass, Loading } from '../../../ui/index.js';
import { type ActorType, actorTypes, type AuditSearch, filterNames } from '../model/audit-search.js';
import { ChainBar } from '../parts/chain-bar.js';
import { ExportTrail } from '../parts/export-trail.js';
import { EntryPanel } from '../parts/entry-panel.js';
import { actorsQuery, type AuditEvent, trailQuery } from '../queries.js';

const address = '/$organizationId/operate/audit';

/** O4: who did what, with each field before and after, and whether the trail was tampered with. */
export function AuditPage() {
  const text = useAdminText().audit;
  return (
    <Guarded title={text.title} permission="audit:read">
      <Audit />
    </Guarded>
  );
}

function Audit() {
  const text = useAdminText().audit;
  const { shell } = useText();
  const { organizationId, timezone } = usePlace();
  const search = useSearch({ from: address });
  const navigate = useNavigate();
  const params = { organizationId };
  const go = (to: AuditSearch): void => void navigate({ to: address, params, search: to, resetScroll: false });
  const { open, ...filter } = search;
  const list = useQuery(trailQuery(organizationId, timezone, search));
  const { rows, waiting, show } = useSteadyRows({
    key: JSON.stringify(filter),
    rows: list.isPlaceholderData ? undefined : list.data?.events,
    isFetching: list.isFetching,
  });
  useRowKeys();
  const next = list.data?.pagination.nextCursor;
  const isFiltered = filterNames.some((name) => search[name] !== undefined);
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.title}</h1>
          <p>{text.titleTells}</p>
        </div>
        <ExportTrail search={filter} />
      </div>
      <ChainBar onOpen={(sequence) => go({ ...filter, open: sequence })} />
      <Filters search={filter} isFiltered={isFiltered} onGo={go} />
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      <News count={waiting} onShow={show} />
      {list.data && rows.length === 0 && waiting === 0 && (
        <Empty title={isFiltered ? text.nothingFound : text.empty}>{!isFiltered && <p>{text.emptyTells}</p>}</Empty>
      )}
      <div className={screen['beside']} data-open={open !== undefined || undefined}>
        {rows.length > 0 && <Trail rows={rows} search={search} />}
        {open !== undefined && <EntryPanel key={open} sequence={open} onClose={() => go(filter)} />}
      </div>
      {next != null && (
        <nav className={screen['pages']} aria-label={shell.next}>
          <Link className={buttonClass} to={address} params={params} search={{ ...filter, cursor: next }}>
            {shell.next}
          </Link>
        </nav>
      )}
    </>
  );
}

interface FiltersProps {
  readonly search: AuditSearch;
  readonly isFiltered: boolean;
  readonly onGo: (search: AuditSearch) => void;
}

function Filters({ search, isFiltered, onGo }: FiltersProps) {
  const text = useAdminText().audit;
  const { shell } = useText();
  const { organizationId, permissions } = usePlace();
  const { data: actors } = useQuery(actorsQuery(organizationId, permissions.includes('members:read')));
  const choose = (name: (typeof filterNames)[number], value: string): void => {
    const { cursor: _, [name]: __, ...kept } = search;
    onGo(value === '' ? kept : { ...kept, [name]: value as ActorType });
  };
  const isKnown = actors?.some(({ id }) => id === search.actorId) === true;
  return (
    <div className={screen['filters']} role="search" aria-label={shell.filters}>
      <FilterField label={text.event} value={search.event ?? ''} onChange={(event) => choose('event', event.trim())} />
      <FilterField
        label={text.resourceType}
        value={search.resourceType ?? ''}
        onChange={(type) => choose('resourceType', type.trim())}
      />
      <FilterField
        label={text.resourceId}
        value={search.resourceId ?? ''}
        onChange={(id) => choose('resourceId', id.trim())}
      />
      <FilterChoice
        label={text.actorType}
        any={text.anyActor}
        value={search.actorType}
        values={actorTypes}
        texts={text.actorTypes}
        onChange={(type) => choose('actorType', type ?? '')}
      />
      <select
        className={inputClass}
        aria-label={text.columns.who}
        value={search.actorId ?? ''}
        onChange={(event) => choose('actorId', event.target.value)}
      >
        <option value="">{text.anybody}</option>
        {search.actorId !== undefined && !isKnown && <option value={search.actorId}>{search.actorId}</option>}
        {(actors ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {(['from', 'to'] as const).map((name) => (
        <DayField key={name} label={text[name]} value={search[name] ?? ''} onChange={(day) => choose(name, day)} />
      ))}
      {isFiltered && (
        <Button look="quiet" onClick={() => onGo({})}>
          {shell.clearFilters}
        </Button>
      )}
    </div>
  );
}

function Trail({ rows, search }: { readonly rows: readonly SteadyRow<AuditEvent>[]; readonly search: AuditSearch }) {
  const text = useAdminText().audit;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={screen['number']}>
              {text.columns.place}
            </th>
            <th scope="col">{text.columns.when}</th>
            <th scope="col">{text.columns.who}</th>
            <th scope="col">{text.columns.what}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row }) => (
            <tr key={row.id} data-entry={row.sequence}>
              <td className={screen['number']}>{formats.number(row.sequence)}</td>
              <td>
                <Time at={row.timestamp} />
              </td>
              <td>{row.actor.name ?? text.actorTypes[row.actor.type]}</td>
              <td>
                <Link
                  data-row
                  lang="en"
                  to={address}
                  params={{ organizationId }}
                  search={{ ...search, open: row.sequence }}
                  resetScroll={false}
                >
                  {row.summary}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
