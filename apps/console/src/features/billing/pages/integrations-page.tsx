import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Badge, Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Head } from '../../admin/index.js';
import type { IntegrationsSearch } from '../model/billing-search.js';
import { amountOf } from '../model/cents.js';
import { IntegrationForm } from '../parts/integration-form.js';
import { type Integration, integrationQuery, integrationsQuery } from '../reads.js';

export const IntegrationsPage = adminPage({
  permission: 'integrations:read',
  titleOf: ({ billing }) => billing.integrations,
  Content: Integrations,
});

function Integrations() {
  const text = useAdminText().billing;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/settings/integrations' });
  const navigate = useNavigate();
  const list = useQuery(integrationsQuery(organizationId, search));
  const open = useQuery(integrationQuery(organizationId, search.open));
  const go = (next: IntegrationsSearch): void =>
    void navigate({ to: '/$organizationId/settings/integrations', params: { organizationId }, search: next });
  const { open: code, ...filter } = search;
  const kept = code === undefined ? {} : { open: code };
  useRowKeys();
  return (
    <>
      <Head title={text.integrations} tells={text.integrationsTell} />
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        <FilterField
          label={text.searchIntegrations}
          value={search.q ?? ''}
          onChange={(q) => go({ ...kept, ...(search.on && { on: true }), ...(q !== '' && { q }) })}
        />
        <label>
          <input
            type="checkbox"
            checked={search.on ?? false}
            onChange={(event) =>
              go({ ...kept, ...(search.q !== undefined && { q: search.q }), ...(event.target.checked && { on: true }) })
            }
          />{' '}
          {text.onlyOn}
        </label>
        {(search.q !== undefined || search.on) && (
          <Button look="quiet" onClick={() => go(kept)}>
            {shell.clearFilters}
          </Button>
        )}
      </div>
      {open.error && <FailureNotice error={open.error} retry={() => void open.refetch()} />}
      {code !== undefined && open.data && (
        <IntegrationForm
          key={`${code} ${open.data.organization.enabled} ${open.data.settings.map(({ isSet }) => isSet).join()}`}
          integration={open.data}
          onClose={() => go(filter)}
        />
      )}
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data?.integrations.length === 0 && <Empty title={text.noIntegrations} />}
      {list.data && list.data.integrations.length > 0 && (
        <IntegrationTable integrations={list.data.integrations} search={search} />
      )}
      {list.data?.pagination.hasMore && <p className={screen['soft']}>{text.moreIntegrations}</p>}
    </>
  );
}

interface TableProps {
  readonly integrations: readonly Integration[];
  readonly search: IntegrationsSearch;
}

function IntegrationTable({ integrations, search }: TableProps) {
  const text = useAdminText().billing;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.groups.integration}</th>
            <th scope="col">{text.state}</th>
            <th scope="col">{text.countries}</th>
            <th scope="col" className={screen['number']}>
              {text.price}
            </th>
            <th scope="col">{text.code}</th>
          </tr>
        </thead>
        <tbody>
          {integrations.map(({ code, name, countries, pricing, organization }) => (
            <tr key={code} data-integration={code}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/settings/integrations"
                  params={{ organizationId }}
                  search={{ ...search, open: code }}
                  {...(code === search.open && { 'aria-current': true })}
                >
                  {name}
                </Link>
              </td>
              <td>
                {organization.blocked ? (
                  <Badge sign="×" tone="error">
                    {text.blocked}
                  </Badge>
                ) : (
                  <Badge sign={organization.enabled ? '●' : '○'} tone={organization.enabled ? 'good' : 'plain'}>
                    {organization.enabled ? text.on : text.off}
                  </Badge>
                )}
              </td>
              <td className={screen['wraps']}>{countries.join(', ') || text.everywhere}</td>
              <td className={screen['number']}>
                {formats.money(amountOf(pricing.organizationPriceCents), pricing.currency)}
              </td>
              <td>
                <code>{code}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
