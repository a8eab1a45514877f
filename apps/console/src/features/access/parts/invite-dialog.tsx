import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Field } from '../../../ui/index.js';
import { AskDialog, Choice } from '../../admin/index.js';
import { type Role, useAccessChanged } from '../reads.js';
import type { OneTimeLink } from './use-member-work.js';

interface InviteProps {
  readonly roles: readonly Role[];
  readonly onLink: (link: OneTimeLink) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ roles, onLink, onClose }: InviteProps) {
  const text = useAdminText().access;
  const { needs } = useText().shell;
  const [email, setEmail] = useState('');
  // The role with the fewest permissions is preselected. Granting more is a deliberate choice.
  const [least] = roles.toSorted((left, right) => left.permissions.length - right.permissions.length);
  const [chosen, setChosen] = useState<string | null>(null);
  const roleId = chosen ?? least?.id ?? '';
  const invite = useInvite((link) => {
    onClose();
    if (link) onLink(link);
  });
  return (
    <AskDialog
      title={text.invite}
      label={text.invite}
      error={invite.error}
      isPending={invite.isPending}
      refused={roleId === '' ? needs('roles:read') : null}
      onSend={() => invite.mutate({ email: email.trim(), roleId })}
      onClose={onClose}
    >
      <Field
        label={text.email}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Choice
        label={text.role}
        value={roleId}
        options={roles.map(({ id, name, permissions }) => [id, text.roleWithCount(name, permissions.length)] as const)}
        onChange={setChosen}
      />
    </AskDialog>
  );
}

function useInvite(onDone: (link: OneTimeLink | null) => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().access;
  const changed = useAccessChanged(organizationId);
  const { did } = useUndo();
  return useMutation({
    mutationFn: (body: { readonly email: string; readonly roleId: string }) =>
      answerOf(api.POST('/members/invite', { body })),
    onSuccess: async ({ member, invitation }) => {
      await changed();
      did(text.invited(member.email), async () => {
        await answerOf(api.DELETE('/members/{id}', { params: { path: { id: member.id } } }));
        await changed();
        return text.withdrawn(member.email);
      });
      onDone(invitation && { email: member.email, page: 'accept-invitation', ...invitation });
    },
  });
}
