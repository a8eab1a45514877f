import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FailureNotice } from '../../../ui/index.js';
import { Choice } from '../../admin/index.js';
import { type UsageGroup, usageGroups } from '../model/billing-search.js';
import { amountOf } from '../model/cents.js';
import { usageQuery } from '../reads.js';

/** Shows the requests to integrations in the last 30 days, and their costs. */
export function Usage() {
  const text = useAdminText().billing;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/settings/billing' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(usageQuery(organizationId, search));
  return (
    <section aria-label={text.usage}>
      <div className={screen['head']}>
        <h2>{text.usage}</h2>
        <Choice<UsageGroup>
          isBare
          label={text.groupBy}
          value={search.group ?? 'integration'}
          options={usageGroups.map((each) => [each, text.groups[each]] as const)}
          onChange={(group) =>
            void navigate({
              to: '/$organizationId/settings/billing',
              params: { organizationId },
              search: { ...search, group },
            })
          }
        />
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data?.usage.length === 0 && <p className={screen['soft']}>{text.noUsage}</p>}
      {data && data.usage.length > 0 && (
        <div className={screen['wide']}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.groups[search.group ?? 'integration']}</th>
                <th scope="col" className={screen['number']}>
                  {text.executions}
                </th>
                <th scope="col" className={screen['number']}>
                  {text.failed}
                </th>
                <th scope="col" className={screen['number']}>
                  {text.cost}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.usage.map(({ key, executions, successes, costCents }) => (
                <tr key={key ?? ''} data-usage={key}>
                  <td>{key ?? text.noKey}</td>
                  <td className={screen['number']}>{formats.number(executions)}</td>
                  <td className={screen['number']}>{formats.number(executions - successes)}</td>
                  <td className={screen['number']}>{formats.money(amountOf(costCents), 'USD')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
