import { useMutation } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type Member, useAccessChanged } from '../reads.js';

type Change = components['schemas']['ChangeMemberBody'];

/** One-time link to an account, for servers that send no emails. */
export interface OneTimeLink {
  readonly email: string;
  readonly page: 'accept-invitation' | 'reset-password';
  readonly token: string;
  readonly link: string | null;
}

/** Returns a page of this server if it has no configured URLs of its own. */
export const linkOf = ({ link, page, token }: OneTimeLink): string =>
  link ?? `${location.origin}/console/${page}#token=${token}`;

/** Changes and removes a member, and resets their password. Changes can be undone. */
export function useMemberWork(member: Member, onLink: (link: OneTimeLink) => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().access;
  const changed = useAccessChanged(organizationId);
  const { did } = useUndo();
  const params = { path: { id: member.id } };
  const name = member.displayName || member.email;
  const send = async (body: Change): Promise<void> => {
    await answerOf(api.PATCH('/members/{id}', { params, body }));
    await changed();
  };
  const change = useMutation({
    mutationFn: (body: Change) => send({ ...body, ifVersion: member.version }),
    // Computed before the request, because the page already shows the new state when the request ends.
    onMutate: (body): Change => ({
      ...(body.roleId !== undefined && { roleId: member.role.id }),
      ...(body.environmentAccess && { environmentAccess: member.environmentAccess }),
      ...(body.status && { status: body.status === 'active' ? 'deactivated' : 'active' }),
    }),
    onSuccess: (_, body, before) => {
      did((body.status === 'deactivated' ? text.switchedOff : text.changed)(name), async () => {
        await send(before);
        return text.changedBack(name);
      });
    },
  });
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/members/{id}', { params })),
    onSuccess: async () => {
      await changed();
      did(text.removed(name), null);
    },
  });
  const resetPassword = useMutation({
    mutationFn: () => answerOf(api.POST('/members/{id}/password-reset', { params })),
    onSuccess: ({ passwordReset }) => {
      did(text.passwordSent(name), null);
      if (passwordReset) onLink({ email: member.email, page: 'reset-password', ...passwordReset });
    },
  });
  return { change, remove, resetPassword, changed };
}
