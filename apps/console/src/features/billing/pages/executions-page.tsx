import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { DayField } from '../../../shell/day-field.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Button, buttonClass, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Choice, Head } from '../../admin/index.js';
import { type ExecutionsSearch, type ExecutionState, executionStates } from '../model/billing-search.js';
import { ExecutionTable } from '../parts/execution-table.js';
import { executionsQuery } from '../reads.js';

const address = '/$organizationId/settings/executions';

/** M4: the requests to integrations, their results and their costs. */
export const ExecutionsPage = adminPage({
  permission: 'enrichments:read',
  titleOf: ({ billing }) => billing.executions,
  Content: Executions,
});

function Executions() {
  const text = useAdminText().billing;
  const { shell } = useText();
  const { organizationId, timezone } = usePlace();
  const search = useSearch({ from: address });
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(executionsQuery(organizationId, timezone, search));
  const go = (to: ExecutionsSearch): void =>
    void navigate({ to: address, params: { organizationId }, search: to, resetScroll: false });
  const { cursor: _, ...filter } = search;
  const isFiltered = Object.keys(filter).length > 0;
  const next = data?.pagination.nextCursor;
  useRowKeys();
  return (
    <>
      <Head title={text.executions} tells={text.executionsTell} />
      <Filters search={filter} onGo={go} />
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data?.executions.length === 0 && (
        <Empty title={isFiltered ? text.noSuchExecution : text.noExecution}>
          {isFiltered && <Button onClick={() => go({})}>{shell.clearFilters}</Button>}
        </Empty>
      )}
      {data && data.executions.length > 0 && (
        <ExecutionTable executions={data.executions} onParty={(entity) => go({ ...filter, entity })} />
      )}
      {next != null && (
        <nav className={screen['pages']} aria-label={shell.next}>
          <Link className={buttonClass} to={address} params={{ organizationId }} search={{ ...filter, cursor: next }}>
            {shell.next}
          </Link>
        </nav>
      )}
    </>
  );
}

interface FiltersProps {
  readonly search: ExecutionsSearch;
  readonly onGo: (to: ExecutionsSearch) => void;
}

function Filters({ search, onGo }: FiltersProps) {
  const text = useAdminText().billing;
  const { shell } = useText();
  const choose = (name: keyof ExecutionsSearch, value: string): void => {
    const { [name]: _, ...kept } = search;
    onGo(value === '' ? kept : { ...kept, [name]: value });
  };
  return (
    <div className={screen['filters']} role="search" aria-label={shell.filters}>
      <FilterField
        label={text.code}
        value={search.integration ?? ''}
        onChange={(code) => choose('integration', code.trim())}
      />
      <FilterField label={text.partyId} value={search.entity ?? ''} onChange={(id) => choose('entity', id.trim())} />
      <Choice<ExecutionState | ''>
        isBare
        label={text.state}
        value={search.state ?? ''}
        options={[['', text.anyState], ...executionStates.map((each) => [each, text.executionStates[each]] as const)]}
        onChange={(state) => choose('state', state)}
      />
      {(['from', 'to'] as const).map((name) => (
        <DayField key={name} label={text[name]} value={search[name] ?? ''} onChange={(day) => choose(name, day)} />
      ))}
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => onGo({})}>
          {shell.clearFilters}
        </Button>
      )}
    </div>
  );
}
