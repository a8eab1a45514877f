import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { useApi, usePlace } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Field } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';
import { amountOf, centsOf } from '../model/cents.js';
import { useBillingChanged } from '../reads.js';

const leastCents = 100;

/** Requests money for the account. Play money of a sandbox is credited immediately, other money after somebody has checked the request. */
export function TopUpDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().billing;
  const formats = useFormats();
  const { organizationId, api } = useApi();
  const { environment } = usePlace();
  const changed = useBillingChanged(organizationId);
  const { did } = useUndo();
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const cents = centsOf(amount);
  const asking = useMutation({
    mutationFn: async (amountCents: number) => {
      const named = reference.trim() === '' ? {} : { reference: reference.trim() };
      return (await answerOf(api.POST('/billing/top-ups', { body: { amountCents, ...named } }))).topUp;
    },
    onSuccess: async ({ status, amountCents }) => {
      await changed();
      did(`${formats.money(amountOf(amountCents), 'USD')}: ${text.topUpStatuses[status]}`, null);
      onClose();
    },
  });
  return (
    <AskDialog
      title={text.topUp}
      label={text.topUp}
      error={asking.error}
      isPending={asking.isPending}
      refused={cents === null || cents < leastCents ? text.noAmount : null}
      onSend={() => cents !== null && asking.mutate(cents)}
      onClose={onClose}
    >
      <p>{environment === 'sandbox' ? text.playMoney : text.topUpTells}</p>
      <Field
        label={text.amount}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Field
        label={text.reference}
        maxLength={255}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
    </AskDialog>
  );
}
