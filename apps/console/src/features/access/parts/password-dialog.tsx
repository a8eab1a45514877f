import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, ownClient } from '../../../data/client.js';
import { failureOf } from '../../../data/errors.js';
import { passwordCharacters } from '../../../data/session.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useUndo } from '../../../shell/undo.js';
import { Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';

const mostCharacters = 256;

interface PasswordDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Changes the password of the person who is signed in, which ends all other sessions of that person. */
export function PasswordDialog({ email, onClose }: PasswordDialogProps) {
  const text = useAdminText().password;
  const { did } = useUndo();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useMutation({
    mutationFn: () => answerOf(ownClient.POST('/auth/password', { body: { currentPassword, newPassword } })),
    onSuccess: () => {
      did(text.changed, null);
      onClose();
    },
  });
  const isWrong = failureOf(change.error).code === 'INVALID_CREDENTIALS';
  return (
    <AskDialog
      title={text.title}
      label={text.change}
      error={isWrong ? null : change.error}
      isPending={change.isPending}
      refused={newPassword !== '' && newPassword === currentPassword ? text.same : null}
      onSend={() => change.mutate()}
      onClose={onClose}
    >
      <p>{text.tells}</p>
      {/* For password managers, which store passwords by user name. */}
      <input type="email" autoComplete="username" readOnly hidden value={email} />
      <Field
        label={text.current}
        type="password"
        autoComplete="current-password"
        required
        data-focus
        maxLength={mostCharacters}
        problem={isWrong ? text.wrong : undefined}
        value={currentPassword}
        onChange={(event) => {
          setCurrent(event.target.value);
          if (isWrong) change.reset();
        }}
      />
      <Field
        label={text.next}
        hint={text.rule}
        type="password"
        autoComplete="new-password"
        required
        minLength={passwordCharacters}
        maxLength={mostCharacters}
        value={newPassword}
        onChange={(event) => setNew(event.target.value)}
      />
      <Forgotten email={email} />
    </AskDialog>
  );
}

/** Somebody who signs in with links has no password that could be typed here. */
function Forgotten({ email }: { readonly email: string }) {
  const text = useAdminText().password;
  const ask = useMutation({ mutationFn: () => answerOf(ownClient.POST('/auth/password/forgot', { body: { email } })) });
  if (ask.isSuccess) return <Notice kind="good">{text.sent(email)}</Notice>;
  return (
    <div>
      {ask.error && <FailureNotice error={ask.error} />}
      <Button look="quiet" disabled={ask.isPending} onClick={() => ask.mutate()}>
        {text.forgot}
      </Button>
    </div>
  );
}
