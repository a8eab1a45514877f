import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { buttonClass, FailureNotice } from '../../../ui/index.js';
import { Choice } from '../../admin/index.js';
import { type EntryType, entryTypes } from '../model/billing-search.js';
import { amountOf } from '../model/cents.js';
import { type LedgerEntry, ledgerQuery } from '../reads.js';

/** Shows all movements of money, newest first. */
export function Ledger() {
  const text = useAdminText().billing;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/settings/billing' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(ledgerQuery(organizationId, search));
  const { cursor: _, type: __, ...kept } = search;
  useRowKeys();
  return (
    <section aria-label={text.ledger}>
      <div className={screen['head']}>
        <h2>{text.ledger}</h2>
        <Choice<EntryType | ''>
          isBare
          label={text.entryType}
          value={search.type ?? ''}
          options={[['', text.anyEntry], ...entryTypes.map((each) => [each, text.entryTypes[each]] as const)]}
          onChange={(type) =>
            void navigate({
              to: '/$organizationId/settings/billing',
              params: { organizationId },
              search: { ...kept, ...(type !== '' && { type }) },
            })
          }
        />
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data?.entries.length === 0 && <p className={screen['soft']}>{text.noEntries}</p>}
      {data && data.entries.length > 0 && <Entries entries={data.entries} />}
      {data?.pagination.nextCursor != null && (
        <nav className={screen['pages']} aria-label={shell.next}>
          <Link
            className={buttonClass}
            to="/$organizationId/settings/billing"
            params={{ organizationId }}
            search={{ ...search, cursor: data.pagination.nextCursor }}
          >
            {shell.next}
          </Link>
        </nav>
      )}
    </section>
  );
}

function Entries({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const text = useAdminText().billing;
  const formats = useFormats();
  const money = (cents: number): string => formats.money(amountOf(cents), 'USD');
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.when}</th>
            <th scope="col">{text.entryType}</th>
            <th scope="col" className={screen['number']}>
              {text.amount}
            </th>
            <th scope="col" className={screen['number']}>
              {text.balanceAfter}
            </th>
            <th scope="col">{text.groups.integration}</th>
            <th scope="col">{text.description}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} data-entry={entry.type}>
              <td>
                <time data-row tabIndex={-1} dateTime={entry.createdAt}>
                  <Time at={entry.createdAt} />
                </time>
              </td>
              <td>{text.entryTypes[entry.type]}</td>
              <td className={screen['number']}>{money(entry.amountCents)}</td>
              <td className={screen['number']}>{money(entry.balanceAfterCents)}</td>
              <td>{entry.integrationCode}</td>
              <td>{entry.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
