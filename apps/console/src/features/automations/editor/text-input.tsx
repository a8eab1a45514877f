import { useRef } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { inputClass } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { useParts } from './catalogue.js';

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly isLong?: boolean;
  readonly maxLength?: number | undefined;
  /** Names of variables that earlier steps have set. */
  readonly variables: readonly string[];
  readonly input: object;
  readonly onChange: (value: string) => void;
}

/** Text that may contain values of the trigger. These are chosen from a list and inserted at the caret. */
export function TextInput({ label, value, isLong = false, maxLength, variables, input, onChange }: TextProps) {
  const text = useAdminText().automations.editor;
  const { trigger, isReadOnly } = useParts();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (path: string): void => {
    const at = field.current?.selectionStart ?? value.length;
    const to = field.current?.selectionEnd ?? at;
    onChange(`${value.slice(0, at)}{{${path}}}${value.slice(to)}`);
    field.current?.focus();
  };
  const shared = {
    ...input,
    ...{ ref: field, className: inputClass, value, readOnly: isReadOnly },
    ...(maxLength !== undefined && { maxLength }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const brought = trigger?.values ?? [];
  return (
    <div className={classes['withValues']}>
      {isLong ? <textarea {...shared} rows={3} /> : <input {...shared} />}
      {!isReadOnly && brought.length + variables.length > 0 && (
        <select
          className={inputClass}
          aria-label={text.insertInto(label)}
          value=""
          onChange={(event) => event.target.value !== '' && insert(event.target.value)}
        >
          <option value="">{text.insert}</option>
          <optgroup label={text.brought}>
            {brought.map((path) => (
              <option key={path}>{path}</option>
            ))}
          </optgroup>
          {variables.length > 0 && (
            <optgroup label={text.variables}>
              {variables.map((name) => (
                <option key={name}>{`variables.${name}`}</option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </div>
  );
}
