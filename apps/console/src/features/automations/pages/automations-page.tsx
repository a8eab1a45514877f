import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Head, useRefused } from '../../admin/index.js';
import { type AutomationsSearch, automationStates } from '../model/automations-search.js';
import { AutomationBadge, ExecutionBadge } from '../parts/badges.js';
import { NewAutomationDialog } from '../parts/new-automation-dialog.js';
import { type Automation, automationsQuery } from '../queries.js';

const address = '/$organizationId/automations';

export const AutomationsPage = adminPage({
  permission: 'automations:read',
  titleOf: ({ automations }) => automations.title,
  Content: Automations,
  isSetting: false,
});

function Automations() {
  const text = useAdminText().automations;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: address });
  const navigate = useNavigate();
  const refusal = useRefused()('automations:create');
  const list = useQuery(automationsQuery(organizationId, search.state === 'archived'));
  const [isMaking, setMaking] = useState(false);
  const choose = (next: AutomationsSearch): void =>
    void navigate({ to: address, params: { organizationId }, search: next });
  useRowKeys();
  useKeys(refusal === null ? { c: () => setMaking(true) } : {});
  const isFiltered = search.name !== undefined || search.state !== undefined;
  const found = list.data?.automations.filter((each) => isFound(each, search));
  return (
    <>
      <Head title={text.title} tells={text.titleTells}>
        <Button look="main" refused={refusal} onClick={() => setMaking(true)}>
          {text.create} <kbd>c</kbd>
        </Button>
      </Head>
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        <FilterField
          label={text.columns.name}
          value={search.name ?? ''}
          onChange={(name) => choose({ ...(search.state && { state: search.state }), ...(name !== '' && { name }) })}
        />
        <FilterChoice
          label={text.state}
          any={text.anyState}
          value={search.state}
          values={automationStates}
          texts={text.filterStates}
          onChange={(state) =>
            choose({ ...(search.name !== undefined && { name: search.name }), ...(state && { state }) })
          }
        />
        {isFiltered && (
          <Button look="quiet" onClick={() => choose({})}>
            {shell.clearFilters}
          </Button>
        )}
      </div>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {found?.length === 0 && (
        <Empty title={isFiltered ? text.nothingFound : text.empty}>{!isFiltered && <p>{text.emptyTells}</p>}</Empty>
      )}
      {found && found.length > 0 && <AutomationTable automations={found} />}
      {isMaking && <NewAutomationDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function isFound({ name, enabled }: Automation, search: AutomationsSearch): boolean {
  if (!name.toLowerCase().includes((search.name ?? '').toLowerCase())) return false;
  return search.state === 'on' ? enabled : search.state !== 'off' || !enabled;
}

function AutomationTable({ automations }: { readonly automations: readonly Automation[] }) {
  const text = useAdminText().automations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { columns } = text;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.trigger}</th>
            <th scope="col" className={screen['number']}>
              {columns.runs}
            </th>
            <th scope="col">{columns.last}</th>
            <th scope="col">{columns.next}</th>
          </tr>
        </thead>
        <tbody>
          {automations.map((automation) => (
            <tr key={automation.id} data-automation={automation.name}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/automations/$automationId"
                  params={{ organizationId, automationId: automation.id }}
                >
                  {automation.name}
                </Link>
              </td>
              <td>
                <AutomationBadge automation={automation} />
              </td>
              <td>{text.startsOn[automation.triggerType]}</td>
              <td className={screen['number']}>{formats.number(automation.runCount)}</td>
              <td>
                {automation.lastRunAt && <Time at={automation.lastRunAt} />}{' '}
                {automation.lastRunStatus && <ExecutionBadge status={automation.lastRunStatus} />}
              </td>
              <td>{automation.enabled && automation.nextRunAt && <Time at={automation.nextRunAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
