import { type ReactNode, useId } from 'react';
import { adminClasses } from '../../admin/index.js';
import classes from '../automations.module.css';

interface LabeledProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Receives the attributes that name and describe the input. */
  readonly children: (input: {
    readonly id: string;
    readonly 'aria-describedby'?: string;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}

/** An input with its label and its problem. */
export function Labeled({ label, hint, problem, children }: LabeledProps) {
  const id = useId();
  const told = `${id}-told`;
  const isTold = hint !== undefined || problem !== undefined;
  return (
    <div className={adminClasses['choice']} data-problem={problem !== undefined || undefined}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      {children({ id, 'aria-invalid': problem !== undefined, ...(isTold && { 'aria-describedby': told }) })}
      {isTold && (
        <span id={told}>
          {hint !== undefined && <small>{hint}</small>} <Problem said={problem} />
        </span>
      )}
    </div>
  );
}

/** Shows a message in the server's wording. */
export const Problem = ({ said }: { readonly said: string | undefined }) =>
  said === undefined ? null : (
    <em className={classes['problem']} lang="en" data-finding>
      {said}
    </em>
  );
