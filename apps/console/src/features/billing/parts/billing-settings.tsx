import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi, usePlace } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Field } from '../../../ui/index.js';
import { adminClasses, useRefused } from '../../admin/index.js';
import { amountOf, centsOf } from '../model/cents.js';
import { AutoTopUp } from './auto-top-up.js';
import { billingSettingsQuery, useBillingChanged } from '../reads.js';

/** The balance below which listeners are notified that it is low, and the automatic top-up. */
export function BillingSettings() {
  const { organizationId } = usePlace();
  const { data } = useQuery(billingSettingsQuery(organizationId));
  if (!data) return null;
  const { lowBalanceThresholdCents: cents, autoTopUp, version } = data;
  return (
    <>
      <Threshold key={cents} cents={cents} />
      <AutoTopUp key={JSON.stringify(autoTopUp)} settings={autoTopUp} version={version} />
    </>
  );
}

function Threshold({ cents }: { readonly cents: number }) {
  const text = useAdminText().billing;
  const { organizationId, api } = useApi();
  const changed = useBillingChanged(organizationId);
  const { did } = useUndo();
  const refusal = useRefused()('billing:manage');
  const [typed, setTyped] = useState(amountOf(cents));
  const wanted = centsOf(typed);
  const send = async (lowBalanceThresholdCents: number): Promise<string> => {
    await answerOf(api.PATCH('/billing/settings', { body: { lowBalanceThresholdCents } }));
    await changed();
    return text.thresholdIs(amountOf(lowBalanceThresholdCents));
  };
  const saving = useMutation({
    mutationFn: send,
    onMutate: () => cents,
    onSuccess: (told, _, before) => did(told, () => send(before)),
  });
  return (
    <form
      className={adminClasses['row']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (refusal === null && wanted !== null && wanted !== cents) saving.mutate(wanted);
      }}
    >
      <Field
        label={text.threshold}
        inputMode="decimal"
        disabled={refusal !== null}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Actions>
        <Button
          type="submit"
          refused={refusal ?? (wanted === null ? text.noAmount : null)}
          disabled={saving.isPending || wanted === cents}
        >
          {text.save}
        </Button>
      </Actions>
      {saving.error && <FailureNotice error={saving.error} />}
    </form>
  );
}
