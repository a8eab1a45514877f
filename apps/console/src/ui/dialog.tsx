import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../i18n/reader.js';
import { Button } from './button.js';
import classes from './ui.module.css';

interface DialogProps {
  readonly title: string;
  /** If absent, the dialog stays until its task is done. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A native dialog: it keeps the focus, and returns it afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const text = useText().shell;
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // The browser would focus the first button.
    const first =
      dialog?.querySelector<HTMLElement>('[data-focus]') ?? dialog?.querySelector<HTMLElement>('input, select');
    first?.focus();
    return () => {
      dialog?.close();
      // The browser returns the focus only while the dialog is in the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={classes['dialog']}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Cancelling a file selection triggers the same event, but does not concern the dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        if (element.current?.open !== false) return;
        // Repeatedly pressing Escape closes the dialog without a cancel event.
        if (onClose) onClose();
        else element.current.showModal();
      }}
    >
      <div className={classes['dialogHead']}>
        <h2 id={heading}>{title}</h2>
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            {text.close}
          </Button>
        )}
      </div>
      {children}
    </dialog>
  );
}
