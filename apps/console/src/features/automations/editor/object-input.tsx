import { useId, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { Button, inputClass } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { useParts } from './catalogue.js';
import { asText, type FieldProps } from './config-field.js';
import { Problem } from './labeled.js';
import { TextInput } from './text-input.js';

const kinds = ['text', 'number', 'boolean', 'json'] as const;
type Kind = (typeof kinds)[number];

const kindOf = (value: unknown): Kind => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
};

/** Converts a value to another kind, based on the previous value. */
function ofKind(kind: Kind, before: unknown): unknown {
  if (kind === 'text') return asText(before);
  if (kind === 'number') return Number.isFinite(Number(asText(before))) ? Number(asText(before)) : 0;
  return kind === 'boolean' ? before === true || before === 'true' : before;
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Returns a name that no member has. */
function newName(entries: readonly (readonly [string, unknown])[]): string {
  let number = entries.length + 1;
  while (entries.some(([name]) => name === `name${number}`)) number += 1;
  return `name${number}`;
}

/** Custom names and values, one row each. */
export function ObjectInput({ field, label, value, problem, variables, onChange }: FieldProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const named = useId();
  const entries = entriesOf(value);
  const change = (next: readonly (readonly [string, unknown])[]): void =>
    onChange(next.length === 0 && !field.required ? undefined : Object.fromEntries(next));
  const replace = (at: number, entry: readonly [string, unknown]): void =>
    change(entries.map((each, index) => (index === at ? entry : each)));
  return (
    <div
      role="group"
      aria-labelledby={named}
      className={classes['form']}
      data-problem={problem !== undefined || undefined}
    >
      <span id={named} className={classes['label']}>
        {label}
      </span>
      {entries.map(([name, own], at) => (
        <div key={at} className={classes['member']}>
          <MemberName
            name={name}
            others={entries.map(([each]) => each)}
            onChange={(next) => replace(at, [next, own])}
          />
          <select
            className={inputClass}
            aria-label={`${text.memberType}: ${name}`}
            disabled={isReadOnly || kindOf(own) === 'json'}
            value={kindOf(own)}
            onChange={({ target }) => replace(at, [name, ofKind(target.value as Kind, own)])}
          >
            {kinds
              .filter((kind) => kind !== 'json' || kindOf(own) === 'json')
              .map((kind) => (
                <option key={kind} value={kind}>
                  {text.memberTypes[kind]}
                </option>
              ))}
          </select>
          <MemberValue
            label={`${text.memberValue}: ${name}`}
            {...{ value: own, variables }}
            onChange={(next) => replace(at, [name, next])}
          />
          {!isReadOnly && (
            <Button
              look="quiet"
              aria-label={text.removeMember(name)}
              onClick={() => change(entries.filter((_, index) => index !== at))}
            >
              ✕
            </Button>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button onClick={() => change([...entries, [newName(entries), '']])}>{text.addMember}</Button>
        </div>
      )}
      {field.description !== undefined && <small>{field.description}</small>}
      <Problem said={problem} />
    </div>
  );
}

interface NameProps {
  readonly name: string;
  readonly others: readonly string[];
  readonly onChange: (name: string) => void;
}

/** A name takes effect when the field loses the focus, because while typing it may equal another name. */
function MemberName({ name, others, onChange }: NameProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className={inputClass}
      aria-label={text.memberName}
      readOnly={isReadOnly}
      value={typed ?? name}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed !== null && typed !== '' && !others.includes(typed)) onChange(typed);
        setTyped(null);
      }}
    />
  );
}

interface ValueProps {
  readonly label: string;
  readonly value: unknown;
  readonly variables: readonly string[];
  readonly onChange: (value: unknown) => void;
}

function MemberValue({ label, value, variables, onChange }: ValueProps) {
  const { isReadOnly } = useParts();
  const shared = { 'aria-label': label, className: inputClass };
  if (typeof value === 'boolean')
    return (
      <input
        type="checkbox"
        aria-label={label}
        disabled={isReadOnly}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  if (typeof value === 'number')
    return (
      <input
        {...shared}
        type="number"
        step="any"
        readOnly={isReadOnly}
        value={value}
        onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber)}
      />
    );
  if (typeof value !== 'string') return <code>{asText(value)}</code>;
  return <TextInput {...{ label, value, variables, onChange }} input={{ 'aria-label': label }} />;
}
