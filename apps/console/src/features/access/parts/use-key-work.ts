import { useMutation } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type ApiKey, type Right, useAccessChanged } from '../reads.js';

type Made = components['schemas']['CreateApiKeyBody'];

interface Change {
  readonly name: string;
  readonly permissions: Right[];
  readonly ipAllowlist: string[];
}

/** Creates, changes, rotates and revokes keys. Revoking cannot be undone. */
export function useKeyWork(apiKey: ApiKey | undefined, onSecret: (secret: string) => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().access;
  const changed = useAccessChanged(organizationId);
  const { did } = useUndo();
  const params = { path: { id: apiKey?.id ?? '' } };
  const name = apiKey?.name ?? '';
  const send = async (body: Change & { readonly ifVersion?: number }): Promise<void> => {
    await answerOf(api.PATCH('/api-keys/{id}', { params, body }));
    await changed();
  };
  const create = useMutation({
    mutationFn: (body: Made) => answerOf(api.POST('/api-keys', { body })),
    onSuccess: async ({ key, apiKey: made }) => {
      onSecret(key);
      await changed();
      did(text.made(made.name), null);
    },
  });
  const change = useMutation({
    mutationFn: (body: Change) => send({ ...body, ...(apiKey && { ifVersion: apiKey.version }) }),
    // Computed before the request, because the page already shows the new state when the request ends.
    onMutate: () => apiKey && { name, permissions: apiKey.scopes as Right[], ipAllowlist: apiKey.ipAllowlist },
    onSuccess: (_, _body, before) => {
      if (!before) return;
      did(text.changed(before.name), async () => {
        await send(before);
        return text.changedBack(name);
      });
    },
  });
  const rotate = useMutation({
    mutationFn: (overlapHours: number) =>
      answerOf(api.POST('/api-keys/{id}/rotate', { params, body: { overlapHours } })),
    onSuccess: async ({ key }) => {
      onSecret(key);
      await changed();
      did(text.rotated(name), null);
    },
  });
  const revoke = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api-keys/{id}', { params })),
    onSuccess: async () => {
      await changed();
      did(text.revoked(name), null);
    },
  });
  return { create, change, rotate, revoke, changed };
}
