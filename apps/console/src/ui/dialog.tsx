import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../i18n/reader.js';
import { Button } from './button.js';
import classes from './ui.module.css';

interface DialogProps {
  readonly title: string;
  /** Absent: it stays until what it asks for is done. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A dialog of the browser: it keeps the focus, and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const text = useText().shell;
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // The browser would begin with the first button.
    const first =
      dialog?.querySelector<HTMLElement>('[data-focus]') ?? dialog?.querySelector<HTMLElement>('input, select');
    first?.focus();
    return () => {
      dialog?.close();
      // The browser gives the focus back only while the dialog is in the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={classes['dialog']}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A choice of files that was given up says so too, and means itself.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        if (element.current?.open !== false) return;
        // Pressed again and again, Escape closes it without asking.
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
