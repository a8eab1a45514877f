import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import { usePaused } from '../../../shell/use-paused.js';
import { Button, FailureNotice, inputClass } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { foundRecordsQuery, permissionToFind, type RecordKind, recordNameQuery } from './record-choices.js';

interface PickerProps {
  readonly kind: RecordKind;
  /** What labels and describes the input. */
  readonly input: { readonly id?: string; readonly 'aria-label'?: string; readonly 'aria-describedby'?: string };
  /** An id; empty if nothing is chosen. */
  readonly value: string;
  readonly isReadOnly?: boolean;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}

/** Finds one record by search. Users who cannot read such records enter its id. */
export function RecordPicker(props: PickerProps) {
  const { kind, input, value, isReadOnly = false, placeholder, onChange } = props;
  const { permissions } = usePlace();
  if (!permissions.includes(permissionToFind(kind)))
    return (
      <input
        {...input}
        className={inputClass}
        readOnly={isReadOnly}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    );
  return value === '' ? <Search {...props} /> : <Chosen {...props} />;
}

function Chosen({ kind, input, value, isReadOnly = false, onChange }: PickerProps) {
  const text = useAdminText().automations;
  const { organizationId } = usePlace();
  const { data, isError } = useQuery(recordNameQuery(organizationId, kind, value));
  return (
    <div className={classes['withValues']} data-picked={value}>
      <input
        {...input}
        className={inputClass}
        readOnly
        title={value}
        value={data ?? (isError ? text.editor.gone(value) : value)}
      />
      {!isReadOnly && (
        <Button look="quiet" onClick={() => onChange('')}>
          {text.pickAnother}
        </Button>
      )}
    </div>
  );
}

function Search({ kind, input, isReadOnly = false, placeholder, onChange }: PickerProps) {
  const { automations: text, commands } = useAdminText();
  const { organizationId } = usePlace();
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const q = usePaused(asked);
  const { data: found = [], error, isFetching } = useQuery(foundRecordsQuery(organizationId, kind, q));
  const at = Math.min(chosen, found.length - 1);
  const isOpen = asked.trim().length > 1;
  const isSettled = q === asked && !isFetching;
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && asked !== '') {
      // Keeps the surrounding dialog open.
      event.preventDefault();
      event.stopPropagation();
      setAsked('');
    }
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const record = found[at];
      if (record && isSettled) onChange(record.id);
    }
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setChosen((at + step + found.length) % found.length);
  };
  return (
    <div className={classes['picker']}>
      <input
        {...input}
        ref={field}
        className={inputClass}
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[at] ? `${list}-${at}` : undefined}
        readOnly={isReadOnly}
        placeholder={placeholder ?? text.pickBy[kind]}
        value={asked}
        onKeyDown={press}
        onChange={({ target }) => {
          setAsked(target.value);
          setChosen(0);
        }}
      />
      <ul role="listbox" id={list} aria-label={text.pickBy[kind]} hidden={!isOpen || found.length === 0}>
        {found.map(({ id, name }, index) => (
          <li
            key={id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            data-record={id}
            onClick={() => onChange(id)}
          >
            {name}
          </li>
        ))}
      </ul>
      {error && <FailureNotice error={error} />}
      {isOpen && isSettled && !error && found.length === 0 && <p role="status">{commands.paletteEmpty}</p>}
    </div>
  );
}
