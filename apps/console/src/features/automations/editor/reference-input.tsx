import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { inputClass, Loading } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { isRecordKind, type RecordKind } from '../parts/record-choices.js';
import { RecordPicker } from '../parts/record-picker.js';
import { useParts } from './catalogue.js';
import { asText, type FieldProps, isTemplate } from './config-field.js';
import { type Choosable, useReferences } from './references.js';
import { TextInput } from './text-input.js';

type InputProps = FieldProps & { readonly input: object };

/** Option that stands for a value written as text. */
const byText = '{{';

/** A record found by search, or a text with placeholders. */
function RecordInput({
  field,
  label,
  value,
  variables,
  input,
  kind,
  onChange,
}: InputProps & { readonly kind: RecordKind }) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const shown = asText(value);
  const { isText, setText, write } = useTextMode(value, onChange);
  const change = (next: string): void => onChange(next === '' ? undefined : next);
  const turn = (toText: boolean): void => {
    setText(toText);
    onChange(undefined);
  };
  return (
    <>
      {isText ? (
        <TextInput {...{ label, variables, input }} value={shown} onChange={write} />
      ) : (
        <RecordPicker
          {...{ kind, input, isReadOnly }}
          value={shown}
          {...(!field.required && { placeholder: text.asGiven })}
          onChange={change}
        />
      )}
      {!isReadOnly && (
        <button type="button" className={classes['link']} onClick={() => turn(!isText)}>
          {isText ? text.noneChosen : text.byText}
        </button>
      )}
    </>
  );
}

/** A field that holds a text with placeholders stays a text while these are typed away, until the user chooses otherwise. */
function useTextMode(value: unknown, onChange: (value: unknown) => void) {
  const [isChosen, setText] = useState(isTemplate(value));
  const write = (next: string): void => {
    setText(true);
    onChange(next === '' ? undefined : next);
  };
  return { isText: isChosen || isTemplate(value), setText, write };
}

/** Choice of an existing record, or a text that a value is inserted into. */
export function ReferenceInput(props: InputProps) {
  const { refersTo } = props.field;
  return isRecordKind(refersTo) ? <RecordInput {...props} kind={refersTo} /> : <ChoiceInput {...props} />;
}

function ChoiceInput({ field, label, value, variables, input, onChange }: InputProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const { choices, isLoading } = useReferences(field.refersTo);
  const shown = asText(value);
  const { isText, setText, write } = useTextMode(value, onChange);
  const change = (next: string): void => onChange(next === '' ? undefined : next);
  if (isText || (!choices && !isLoading))
    return (
      <>
        <TextInput {...{ label, variables, input }} value={shown} onChange={write} />
        {choices && !isReadOnly && (
          <button type="button" className={classes['link']} onClick={() => (setText(false), onChange(undefined))}>
            {text.noneChosen}
          </button>
        )}
      </>
    );
  return (
    <select
      {...input}
      className={inputClass}
      // Until its options are known, nothing can be chosen, and it must not become another field while somebody types.
      disabled={isReadOnly || isLoading}
      value={shown}
      onChange={({ target }) => (target.value === byText ? setText(true) : change(target.value))}
    >
      <option value="">{field.required ? text.noneChosen : text.asGiven}</option>
      <Options choices={choices ?? []} />
      {shown !== '' && !choices?.some(([id]) => id === shown) && (
        <option value={shown}>{isLoading ? shown : text.gone(shown)}</option>
      )}
      <option value={byText}>{text.byText}</option>
    </select>
  );
}

export const Options = ({ choices }: { readonly choices: readonly Choosable[] }) =>
  choices.map(([id, name]) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(asText) : []);

/** Several values: checkboxes if they are known, otherwise one per line. */
export function ManyInput({ field, label, value, input, onChange }: InputProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const { shell } = useText();
  const { choices, isLoading } = useReferences(field.refersTo);
  const chosen = listOf(value);
  const change = (next: readonly string[]): void => onChange(next.length === 0 && !field.required ? undefined : next);
  const known: readonly Choosable[] | null =
    choices ?? field.values?.map((each) => [each, each.replaceAll('_', ' ')] as const) ?? null;
  if (!known && isLoading)
    return (
      <div {...input}>
        <Loading>{shell.loading}</Loading>
      </div>
    );
  if (!known)
    return (
      <textarea
        {...input}
        className={inputClass}
        rows={Math.max(2, chosen.length)}
        readOnly={isReadOnly}
        placeholder={text.onePerLine}
        value={chosen.join('\n')}
        onChange={({ target }) => change(target.value === '' ? [] : target.value.split('\n'))}
        onBlur={() => chosen.some((each) => each.trim() === '') && change(chosen.filter((each) => each.trim() !== ''))}
      />
    );
  const others = chosen.filter((each) => !known.some(([id]) => id === each));
  return (
    <div {...input} role="group" aria-label={label} className={classes['boxes']}>
      {[...known, ...others.map((each): Choosable => [each, choices ? text.gone(each) : each])].map(([id, name]) => (
        <label key={id}>
          <input
            type="checkbox"
            disabled={isReadOnly}
            checked={chosen.includes(id)}
            onChange={({ target }) => change(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />{' '}
          {name}
        </label>
      ))}
    </div>
  );
}
