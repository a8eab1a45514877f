import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { copyText } from '../../../data/copy-text.js';
import { useAdminText } from '../../../i18n/admin.js';
import { Actions, Button, Dialog, inputClass } from '../../../ui/index.js';
import classes from '../webhooks.module.css';

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret that is never shown again; it can only be closed after the reader has saved it. */
export function SecretDialog({ title, secret, onClose }: SecretProps) {
  const text = useAdminText().webhooks;
  const [isKept, setKept] = useState(false);
  // Back would lose it for good.
  useBlocker({ shouldBlockFn: () => !isKept, enableBeforeUnload: () => !isKept });
  const copy = (): void => {
    // Without the clipboard, the reader selects the text, and confirms that it is saved.
    void copyText(secret).then((isDone) => isDone && setKept(true));
  };
  return (
    <Dialog title={title} {...(isKept && { onClose })}>
      <div className={classes['form']}>
        <p>{text.secretTells}</p>
        <div className={classes['secret']}>
          <input className={inputClass} readOnly aria-label={text.secret} data-secret value={secret} />
          <Button onClick={copy}>{text.copy}</Button>
        </div>
        <label>
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} /> {text.isKept}
        </label>
        <Actions>
          <Button look="main" refused={isKept ? null : text.keepFirst} onClick={onClose}>
            {text.done}
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
