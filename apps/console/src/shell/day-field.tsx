import { type InputHTMLAttributes, useEffect, useState } from 'react';
import { isDay } from '../data/days.js';
import { inputClass } from '../ui/index.js';

interface DayFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  /** `2026-11-23`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * Selects a day. While the year is typed, the browser reports years such as 0020: they stay in the field, and only an existing day or none
 * is passed on.
 */
export function DayField({ label, value, onChange, ...input }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <label>
      {label}{' '}
      <input
        {...input}
        className={inputClass}
        type="date"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          // Incomplete input is empty too, but is not meant to remove the filter.
          if (isDay(target.value) || (target.value === '' && !target.validity.badInput)) onChange(target.value);
        }}
        onBlur={({ target }) => {
          // The browser reports no change from incomplete to empty.
          if (target.value === '' && !target.validity.badInput && value !== '') onChange('');
          else setTyped(value);
        }}
      />
    </label>
  );
}
