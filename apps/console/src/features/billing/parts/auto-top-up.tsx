import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Field } from '../../../ui/index.js';
import { adminClasses, useRefused } from '../../admin/index.js';
import { amountOf, centsOf } from '../model/cents.js';
import { useBillingChanged } from '../reads.js';

type Settings = components['schemas']['BillingSettingsDto']['autoTopUp'];

/** The balance below which money is requested automatically, and the amount. */
export function AutoTopUp({ settings }: { readonly settings: Settings }) {
  const text = useAdminText().billing;
  const refusal = useRefused()('billing:manage');
  const saving = useSave(settings);
  const [enabled, setEnabled] = useState(settings.enabled);
  const [below, setBelow] = useState(amountOf(settings.thresholdCents));
  const [amount, setAmount] = useState(amountOf(settings.amountCents));
  const [thresholdCents, amountCents] = [centsOf(below), centsOf(amount)];
  const wanted = thresholdCents === null || amountCents === null ? null : { enabled, thresholdCents, amountCents };
  const isSame =
    enabled === settings.enabled && thresholdCents === settings.thresholdCents && amountCents === settings.amountCents;
  return (
    <form
      aria-label={text.autoTopUp}
      className={adminClasses['row']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (refusal === null && wanted !== null && !isSame) saving.mutate(wanted);
      }}
    >
      <label>
        <input
          type="checkbox"
          disabled={refusal !== null}
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />{' '}
        {text.autoTopUp}
      </label>
      <Field
        label={text.autoBelow}
        inputMode="decimal"
        disabled={refusal !== null}
        value={below}
        onChange={(event) => setBelow(event.target.value)}
      />
      <Field
        label={text.autoAmount}
        inputMode="decimal"
        disabled={refusal !== null}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Actions>
        <Button
          type="submit"
          refused={refusal ?? (wanted === null ? text.noAmount : null)}
          disabled={saving.isPending || isSame}
        >
          {text.saveAuto}
        </Button>
      </Actions>
      {saving.error && <FailureNotice error={saving.error} />}
    </form>
  );
}

function useSave(settings: Settings) {
  const text = useAdminText().billing;
  const { organizationId, api } = useApi();
  const changed = useBillingChanged(organizationId);
  const { did } = useUndo();
  const send = async (autoTopUp: Settings): Promise<string> => {
    const { enabled, amountCents, thresholdCents } = autoTopUp;
    // No amount was ever set: it stays unchanged, and is not used.
    const amount = amountCents > 0 ? { amountCents } : {};
    await answerOf(api.PATCH('/billing/settings', { body: { autoTopUp: { enabled, thresholdCents, ...amount } } }));
    await changed();
    return enabled ? text.autoIs(amountOf(amountCents), amountOf(thresholdCents)) : text.autoOff;
  };
  return useMutation({
    mutationFn: send,
    onMutate: () => settings,
    onSuccess: (told, _, before) => did(told, () => send(before)),
  });
}
