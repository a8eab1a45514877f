import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { readTransactionsSearch, type TransactionsSearch } from '../model/transactions-search.js';

type Payment = components['schemas']['TransactionRecordDto'];

const textIn = (details: Readonly<Record<string, unknown>> | null, name: string): string | undefined => {
  const value = details?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** Shows other payments with the same device, address, account or card. */
export function LinkedPayments({ payment }: { readonly payment: Payment }) {
  const text = useText().transactions;
  const { organizationId, permissions } = usePlace();
  const { deviceDetails: device, originDetails: origin, destinationDetails: destination } = payment;
  // A person who sees only the last four digits of a number cannot search for it.
  const numberIn = (details: typeof origin): string | undefined =>
    permissions.includes('entities:read_sensitive') ? textIn(details, 'accountNumber') : undefined;
  const links = [
    [text.thisDevice, 'deviceId', textIn(device, 'deviceId')],
    [text.thisAddress, 'ipAddress', textIn(device, 'ipAddress')],
    [text.thisAccount(text.paysSide), 'accountNumber', numberIn(origin)],
    [text.thisAccount(text.getsSide), 'accountNumber', numberIn(destination)],
    [text.thisCard(text.paysSide), 'cardFingerprint', textIn(origin, 'cardFingerprint')],
    [text.thisCard(text.getsSide), 'cardFingerprint', textIn(destination, 'cardFingerprint')],
  ] as const;
  const found = links.flatMap(([name, filter, value]) => {
    const search: TransactionsSearch = readTransactionsSearch({ [filter]: value });
    return search[filter] === undefined ? [] : [{ name, search }];
  });
  if (found.length === 0) return null;
  return (
    <p className={screen['soft']} data-linked>
      {text.same}:{' '}
      {found.map(({ name, search }, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <Link to="/$organizationId/payments" params={{ organizationId }} search={search}>
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
