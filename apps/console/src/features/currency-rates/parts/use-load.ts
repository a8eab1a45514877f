import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import type { Rate } from '../model/rate-csv.js';
import { readOwnRate, useRatesChanged } from '../reads.js';

/** Loads rates. Undo restores a single rate that was replaced; rates cannot be removed. */
export function useLoad(onDone: () => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().rates;
  const changed = useRatesChanged(organizationId);
  const { did } = useUndo();
  const put = async (rates: readonly Rate[]): Promise<void> => {
    await answerOf(api.PUT('/currency-rates', { body: { rates: [...rates] } }));
    await changed();
  };
  return useMutation({
    mutationFn: async (rates: readonly Rate[]) => {
      const [first] = rates;
      const before = first && rates.length === 1 ? await readOwnRate(organizationId, first) : null;
      await put(rates);
      return before;
    },
    onSuccess: (before, rates) => {
      const restore = async (rate: Rate): Promise<string> => {
        await put([rate]);
        return text.restored(`${rate.base}/${rate.quote}`);
      };
      did(text.loaded(rates.length), before && before.rate !== rates[0]?.rate ? () => restore(before) : null);
      onDone();
    },
  });
}
