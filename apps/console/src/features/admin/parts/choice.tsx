import { inputClass } from '../../../ui/index.js';
import classes from '../admin.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Values with their labels. */
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  /** Whether the label is only available to screen readers. */
  readonly isBare?: boolean;
}

/** Choice of one of a few options. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange, disabled = false, isBare = false } = props;
  const select = (
    <select
      className={inputClass}
      {...(isBare && { 'aria-label': label })}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map(([each, said]) => (
        <option key={each} value={each}>
          {said}
        </option>
      ))}
    </select>
  );
  if (isBare) return select;
  return (
    <label className={classes['choice']}>
      <span>{label}</span>
      {select}
    </label>
  );
}
