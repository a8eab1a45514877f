import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { Guarded } from '../../../shell/guarded.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { type PartiesSearch, partyTypes, readPartiesSearch } from '../model/parties-search.js';
import { PartyStatus } from '../parts/party-status.js';
import { mostParties, partiesQuery } from '../queries.js';

export function PartiesPage() {
  const text = useText().parties;
  return (
    <Guarded title={text.title} permission="entities:read">
      <Parties />
    </Guarded>
  );
}

function Parties() {
  const text = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/parties' });
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(partiesQuery(organizationId, search));
  const go = (to: PartiesSearch): void =>
    void navigate({ to: '/$organizationId/parties', params: { organizationId }, search: to });
  useRowKeys();
  const isFiltered = search.q !== undefined || search.type !== undefined;
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.parties.title}</h1>
      </div>
      <PartyFilters search={search} onGo={go} />
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{text.shell.loading}</Loading>}
      {data?.length === 0 && (
        <Empty title={isFiltered ? text.parties.nothingFound : text.parties.empty}>
          {!isFiltered && <p>{text.parties.emptyTells}</p>}
        </Empty>
      )}
      {data && data.length > 0 && (
        <div className={screen['wide']}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.parties.name}</th>
                <th scope="col">{text.parties.knownBy}</th>
                <th scope="col">{text.parties.status}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ id, name, details, status }) => (
                <tr key={id}>
                  <td>
                    <Link data-row to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: id }}>
                      {name}
                    </Link>
                  </td>
                  <td>{details.join(' · ')}</td>
                  <td>{status !== null && <PartyStatus status={status} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.length >= mostParties && <p className={screen['soft']}>{text.inbox.mostRows(data.length)}</p>}
    </>
  );
}

interface FiltersProps {
  readonly search: PartiesSearch;
  readonly onGo: (to: PartiesSearch) => void;
}

function PartyFilters({ search, onGo }: FiltersProps) {
  const text = useText();
  return (
    <div className={screen['filters']} role="search" aria-label={text.shell.filters}>
      <FilterField
        label={text.parties.search}
        value={search.q ?? ''}
        onChange={(q) => onGo(readPartiesSearch({ q }))}
      />
      <FilterChoice
        label={text.parties.type}
        any={text.parties.anyType}
        value={search.type}
        values={partyTypes}
        texts={text.parties.types}
        onChange={(type) => onGo(readPartiesSearch({ type }))}
      />
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => onGo({})}>
          {text.shell.clearFilters}
        </Button>
      )}
    </div>
  );
}
