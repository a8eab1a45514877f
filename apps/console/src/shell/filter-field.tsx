import { useEffect, useId, useRef, useState } from 'react';
import { inputClass } from '../ui/index.js';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Proposed values. */
  readonly options?: readonly string[];
}

const pauseMs = 250;

/** Sends one request after each pause in typing, not after each character. */
export function FilterField({ label, value, onChange, options }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The address follows what was sent after a while, and more may have been typed since.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === value || typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  const list = useId();
  return (
    <>
      <input
        className={inputClass}
        type="search"
        data-filter
        aria-label={label}
        placeholder={label}
        list={options && list}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {options && (
        <datalist id={list}>
          {options.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface FilterChoiceProps<Value extends string> {
  readonly label: string;
  /** The text that is shown if nothing is selected. */
  readonly any: string;
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value | undefined) => void;
}

/** Selects one of a few values, or any value. */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { label, any, value, values, texts, onChange } = props;
  return (
    <select
      className={inputClass}
      data-filter
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange((event.target.value || undefined) as Value | undefined)}
    >
      <option value="">{any}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {texts[each]}
        </option>
      ))}
    </select>
  );
}
