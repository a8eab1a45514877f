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
export function AutoTopUp({ settings, version }: { readonly settings: Settings; readonly version: number }) {
  const text = useAdminText().billing;
  const refusal = useRefused()('billing:manage');
  const { saving, changed } = useSave(settings, version);
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
      {saving.error && <FailureNotice error={saving.error} onReadAgain={() => void changed()} />}
    </form>
  );
}

function useSave(settings: Settings, version: number) {
  const text = useAdminText().billing;
  const { organizationId, api } = useApi();
  const changed = useBillingChanged(organizationId);
  const { did } = useUndo();
  const send = async (autoTopUp: Settings, ifVersion?: number): Promise<string> => {
    const { enabled, amountCents, thresholdCents } = autoTopUp;
    // No amount was ever set: it stays unchanged, and is not used.
    const amount = amountCents > 0 ? { amountCents } : {};
    const body = { autoTopUp: { enabled, thresholdCents, ...amount }, ...(ifVersion !== undefined && { ifVersion }) };
    await answerOf(api.PATCH('/billing/settings', { body }));
    await changed();
    return enabled ? text.autoIs(amountOf(amountCents), amountOf(thresholdCents)) : text.autoOff;
  };
  const saving = useMutation({
    mutationFn: (autoTopUp: Settings) => send(autoTopUp, version),
    onMutate: () => settings,
    onSuccess: (told, _, before) => did(told, () => send(before)),
  });
  return { saving, changed };
}
