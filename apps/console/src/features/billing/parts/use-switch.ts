import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type Integration, useBillingChanged } from '../reads.js';

type Switch = components['schemas']['SwitchIntegrationBody'];

/** Enables or disables an integration; undo leaves replaced secrets as they are, because nobody can read them. */
export function useSwitch({ code, name, organization, settings }: Integration) {
  const { organizationId, api } = useApi();
  const text = useAdminText().billing;
  const changed = useBillingChanged(organizationId);
  const { did } = useUndo();
  const send = async (body: Switch): Promise<string> => {
    await answerOf(api.PUT('/marketplace/integrations/{code}', { params: { path: { code } }, body }));
    await changed();
    return text.nowIs(name, body.enabled ? text.on : text.off);
  };
  return useMutation({
    mutationFn: send,
    // Computed before the request, because after it the page shows its result.
    onMutate: ({ config = {} }): Switch => {
      const open = settings.filter((each) => !each.isSecret && each.name in config);
      return {
        enabled: organization.enabled,
        ...(organization.enabled && { monitoringEnabled: organization.monitoringEnabled }),
        ...(open.length > 0 && { config: Object.fromEntries(open.map((each) => [each.name, each.value ?? null])) }),
      };
    },
    onSuccess: (told, { config = {} }, before) => {
      const secret = settings.some((each) => each.isSecret && each.name in config);
      did(told, secret ? null : () => send(before));
    },
  });
}
