import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type Change, changeOf, type Organization, valuesOf } from '../model/settings-form.js';
import { useOrganizationChanged } from '../reads.js';

interface Sent {
  /** Changes that loosen the policy wait for a second person. */
  readonly waits: boolean;
  readonly organization: Organization;
}

/** Changes the organization. Undo restores the previous values, some of which may wait for a second person. */
export function useChange(current: Organization) {
  const { organizationId, api } = useApi();
  const text = useAdminText().organization;
  const changed = useOrganizationChanged(organizationId);
  const { did } = useUndo();
  const send = async (body: Change): Promise<Sent> => {
    const params = { path: { id: organizationId } };
    const answer = await answerOf(api.PATCH('/organizations/{id}', { params, body }));
    await changed();
    return { waits: 'approval' in answer, organization: answer.organization };
  };
  const tell = ({ waits }: Sent): string => (waits ? text.waits : text.saved);
  const saving = useMutation({
    mutationFn: (body: Change) => send({ ...body, ifVersion: current.version }),
    // Stored before the request, because the page already shows the new state when the request ends.
    onMutate: () => current,
    onSuccess: (sent, _, before) => {
      const back = changeOf(valuesOf(sent.organization), valuesOf(before));
      did(tell(sent), back && (async () => tell(await send(back))));
    },
  });
  return { saving, changed };
}
