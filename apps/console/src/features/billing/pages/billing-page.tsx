import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { Badge, Button, FailureNotice, Loading } from '../../../ui/index.js';
import { adminClasses, adminPage, Head, useRefused } from '../../admin/index.js';
import { amountOf } from '../model/cents.js';
import { BillingSettings } from '../parts/billing-settings.js';
import { Ledger } from '../parts/ledger.js';
import { TopUpDialog } from '../parts/top-up-dialog.js';
import { Usage } from '../parts/usage.js';
import { balanceQuery, topUpsQuery } from '../reads.js';

export const BillingPage = adminPage({
  permission: 'billing:read',
  titleOf: ({ billing }) => billing.title,
  Content: Billing,
});

function Billing() {
  const text = useAdminText().billing;
  const refusal = useRefused()('billing:manage');
  const { environment } = usePlace();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Head title={text.title} tells={environment === 'sandbox' ? text.playMoney : text.tells}>
        <Button look="main" refused={refusal} onClick={() => setAsking(true)}>
          {text.topUp}
        </Button>
      </Head>
      <div className={screen['grid']}>
        <Balance />
        <TopUps />
      </div>
      <Usage />
      <Ledger />
      {isAsking && <TopUpDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function Balance() {
  const text = useAdminText().billing;
  const { loading } = useText().shell;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(balanceQuery(organizationId));
  const money = (cents: number): string => formats.money(amountOf(cents), data?.currency ?? 'USD');
  const isLow = data !== undefined && data.availableCents < data.lowBalanceThresholdCents;
  return (
    <section className={screen['panel']} aria-label={text.balance}>
      <h2>{text.balance}</h2>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading>{loading}</Loading>}
      {data && (
        <>
          <dl className={adminClasses['facts']} data-balance={data.balanceCents}>
            <dt>{text.available}</dt>
            <dd>{money(data.availableCents)}</dd>
            <dt>{text.reserved}</dt>
            <dd>{money(data.reservedCents)}</dd>
            <dt>{text.balance}</dt>
            <dd>{money(data.balanceCents)}</dd>
          </dl>
          {isLow && (
            <p>
              <Badge sign="⚠" tone="warning">
                {text.low}
              </Badge>
            </p>
          )}
          <BillingSettings />
        </>
      )}
    </section>
  );
}

const signs = {
  pending: { sign: '◔', tone: 'plain' },
  completed: { sign: '✓', tone: 'good' },
  failed: { sign: '×', tone: 'error' },
} as const;

function TopUps() {
  const text = useAdminText().billing;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(topUpsQuery(organizationId));
  return (
    <section className={screen['panel']} aria-label={text.topUps}>
      <h2>{text.topUps}</h2>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <p>{text.noTopUps}</p>}
      <ul>
        {data?.map(({ id, amountCents, status, createdAt, reference, isAutomatic }) => (
          <li key={id} data-top-up={status}>
            <Badge {...signs[status]}>{text.topUpStatuses[status]}</Badge> {formats.money(amountOf(amountCents), 'USD')}{' '}
            · <Time at={createdAt} />
            {reference !== null && ` · ${reference}`}
            {isAutomatic && ` · ${text.automatic}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
