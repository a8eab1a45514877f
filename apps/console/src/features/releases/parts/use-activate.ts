import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type ActiveSet, activateSet, readActiveSet, useRulesChanged } from '../queries.js';

/** Activates a set in place of another. `undo` restores the previous one, unless a third one has been activated in the meantime. */
export function useActivate() {
  const { organizationId, api } = useApi();
  const text = useText().releases;
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const put = async (set: ActiveSet, over: ActiveSet, reason: string): Promise<string> => {
    const number = await activateSet(api, { version: set.version, reason, ifActive: over.version });
    await changed();
    return number === null ? text.waits : text.inForce(number);
  };
  const back = (set: ActiveSet, over: ActiveSet) => () => put(set, over, text.undoReason(over.number));
  const activating = useMutation({
    mutationFn: async ({ set, over, reason }: { set: ActiveSet; over: ActiveSet; reason: string }) => {
      const told = await put(set, over, reason);
      const now = await readActiveSet(api);
      return { told, over, now };
    },
    onSuccess: ({ told, over, now }) => did(told, now && now.version !== over.version ? back(over, now) : null),
  });
  return { activating, back };
}
