import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { copyText } from '../../../data/copy-text.js';
import { useAdminText } from '../../../i18n/admin.js';
import { Actions, Button, Dialog, FailureNotice, Field, Notice, useWaitRefusal } from '../../../ui/index.js';
import classes from '../admin.module.css';

interface AskProps {
  readonly title: string;
  readonly label: string;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Why the form cannot be sent yet. */
  readonly refused?: string | null;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form. `Ctrl Enter` sends it from any field. */
export function AskDialog({ title, label, error, isPending, onSend, onClose, children, ...ask }: AskProps) {
  const waits = useWaitRefusal(error);
  const refused = ask.refused ?? waits;
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (!isPending && refused === null) onSend();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={classes['form']}
        onSubmit={send}
        onKeyDown={(event) => {
          const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (isSent && event.currentTarget.reportValidity()) send(event);
        }}
      >
        {children}
        {error ? <FailureNotice error={error} /> : null}
        <Actions>
          <Button look="main" type="submit" disabled={isPending} refused={refused}>
            {label}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface ConfirmProps extends Omit<AskProps, 'children' | 'refused'> {
  readonly tells: string;
  /** Name to type as a confirmation. */
  readonly name: string;
}

/** Confirms an action that cannot be undone. The user has to type the name first. */
export function ConfirmDialog({ tells, name, ...ask }: ConfirmProps) {
  const text = useAdminText().settings;
  const [typed, setTyped] = useState('');
  return (
    <AskDialog {...ask} refused={typed.trim() === name ? null : text.typeFirst}>
      <p>{tells}</p>
      <Field
        label={text.typeName(name)}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AskDialog>
  );
}

interface SecretProps {
  readonly title: string;
  readonly tells: string;
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret once. It is discarded when the dialog is closed. */
export function SecretDialog({ title, tells, label, secret, onClose }: SecretProps) {
  const text = useAdminText().settings;
  const [isCopied, setCopied] = useState(false);
  // Back would lose it for good.
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: () => !isCopied,
  });
  return (
    <Dialog title={title}>
      <div className={classes['form']}>
        <Notice kind="warning">{tells}</Notice>
        <Field label={label} readOnly value={secret} data-secret onFocus={(event) => event.target.select()} />
        <Actions>
          <Button onClick={() => void copyText(secret).then(setCopied)}>{text.copy}</Button>
          <Button look="main" onClick={onClose}>
            {text.kept}
          </Button>
          <span role="status">{isCopied && text.copied}</span>
        </Actions>
      </div>
    </Dialog>
  );
}
