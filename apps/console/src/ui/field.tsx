import { type InputHTMLAttributes, useId } from 'react';
import classes from './ui.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
}

export function Field({ label, hint, problem, ...input }: FieldProps) {
  const told = useId();
  const isTold = hint !== undefined || problem !== undefined;
  return (
    <label className={classes['field']}>
      <span>{label}</span>
      <input
        className={classes['input']}
        aria-invalid={problem !== undefined}
        {...(isTold && { 'aria-describedby': told })}
        {...input}
      />
      {isTold && <span id={told}>{problem === undefined ? <small>{hint}</small> : <em>{problem}</em>}</span>}
    </label>
  );
}
