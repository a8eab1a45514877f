import { useEffect, useState } from 'react';
import { inputClass } from '../ui/index.js';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const pauseMs = 250;

/** One request a pause, not one a letter. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <input
      className={inputClass}
      type="search"
      data-filter
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
