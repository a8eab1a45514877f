import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { Button, FailureNotice } from '../../../ui/index.js';
import { ConfirmDialog } from '../../admin/index.js';
import type { Member } from '../reads.js';
import { type OneTimeLink, useMemberWork } from './use-member-work.js';

interface MemberActionsProps {
  readonly member: Member;
  readonly isMe: boolean;
  readonly onStatus: (status: 'active' | 'deactivated') => void;
  readonly onLink: (link: OneTimeLink) => void;
}

/** Actions for a member, depending on the permissions of the user. */
export function MemberActions({ member, isMe, onStatus, onLink }: MemberActionsProps) {
  const text = useAdminText().access;
  const [isRemoving, setRemoving] = useState(false);
  const { remove, resetPassword } = useMemberWork(member, onLink);
  const { email, status } = member;
  const isActive = status === 'active';
  return (
    <>
      {status !== 'invited' && (
        <Button
          look="quiet"
          aria-label={isActive ? text.deactivateWho(email) : text.activateWho(email)}
          onClick={() => onStatus(isActive ? 'deactivated' : 'active')}
        >
          {isActive ? text.deactivate : text.activate}
        </Button>
      )}
      {isActive && !isMe && (
        <Button look="quiet" aria-label={text.resetPasswordOf(email)} onClick={() => resetPassword.mutate()}>
          {text.resetPassword}
        </Button>
      )}
      <Button look="quiet" aria-label={text.removeWho(email)} onClick={() => setRemoving(true)}>
        {text.remove}
      </Button>
      {resetPassword.error && <FailureNotice error={resetPassword.error} />}
      {isRemoving && (
        <ConfirmDialog
          title={text.removeWho(email)}
          tells={text.removeTells}
          name={email}
          label={text.remove}
          error={remove.error}
          isPending={remove.isPending}
          onSend={() => remove.mutate(undefined, { onSuccess: () => setRemoving(false) })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
