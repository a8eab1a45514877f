import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { buttonClass } from '../../../ui/index.js';
import type { Impact } from '../reads.js';

const shownSamples = 3;

/** Shows what values on the list would have changed in the last 90 days. */
export function ImpactTable({ impact, isOld }: { readonly impact: Impact; readonly isOld: boolean }) {
  const text = useAdminText().lists;
  const { decisions } = useText().transactions;
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { items, runs, isTruncated } = impact;
  return (
    <div role="status" data-impact>
      <p>
        {text.runs(runs)} {isTruncated && text.truncated} {isOld && text.oldPreview}
      </p>
      <div className={screen['wide']}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.value}</th>
              <th scope="col" className={screen['number']}>
                {text.records}
              </th>
              <th scope="col">{text.decisionsChange}</th>
              <th scope="col" className={screen['number']}>
                {text.alertsAdded}
              </th>
              <th scope="col">{text.sample}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ value, alreadyListed, records, decisionsChanged, alertsAdded, sample }) => (
              <tr key={value} data-value={value}>
                <td>
                  {value} {alreadyListed && <span className={screen['soft']}>({text.alreadyListed})</span>}
                </td>
                <td className={screen['number']}>{formats.number(records)}</td>
                <td>
                  {decisionsChanged
                    .map(({ from, to, count }) => `${formats.number(count)} ${decisions[from]} ▸▸ ${decisions[to]}`)
                    .join(', ') || text.none}
                </td>
                <td className={screen['number']}>{formats.number(alertsAdded)}</td>
                <td>
                  {permissions.includes('transactions:read') &&
                    sample.slice(0, shownSamples).map((id, index) => (
                      <Link
                        key={id}
                        className={buttonClass}
                        to="/$organizationId/payments/$transactionId/why"
                        params={{ organizationId, transactionId: id }}
                        target="_blank"
                      >
                        {text.sampleNumber(index + 1)}
                      </Link>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
