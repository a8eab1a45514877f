import type { ButtonHTMLAttributes, ReactNode } from 'react';
import classes from './ui.module.css';

/** Classes for links that look like buttons, and for native selection elements. */
export const buttonClass = classes['button'];
export const mainButtonClass = classes['main'];
export const inputClass = classes['input'];

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'button' | 'main' | 'quiet';
  /** The reason why the button cannot be used. It stays visible and focusable, and shows the reason. */
  readonly refused?: string | null;
  /** Whether clicks in quick succession count separately, as for going from page to page. Otherwise a double click acts once. */
  readonly repeats?: boolean;
  readonly children: ReactNode;
}

export function Button({ look = 'button', refused = null, repeats = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes[look]}
      aria-disabled={refused !== null || undefined}
      title={refused ?? rest.title}
      onClick={(event) => {
        if (refused === null && (repeats || event.detail < 2)) onClick?.(event);
        else event.preventDefault();
      }}
    >
      {children}
      {refused !== null && <small>· {refused}</small>}
    </button>
  );
}
