import { useAdminText } from '../../../i18n/admin.js';
import { inputClass } from '../../../ui/index.js';
import type { ActionField } from './catalogue.js';
import { useParts } from './catalogue.js';
import { Labeled } from './labeled.js';
import { ObjectInput } from './object-input.js';
import { ManyInput, ReferenceInput } from './reference-input.js';
import { TextInput } from './text-input.js';

export interface FieldProps {
  readonly field: ActionField;
  readonly label: string;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly variables: readonly string[];
  /** `undefined` removes the member. */
  readonly onChange: (value: unknown) => void;
}

/** Texts with a limit above this length are given several lines. */
const shortText = 300;

export const isTemplate = (value: unknown): value is string => typeof value === 'string' && value.includes('{{');
export const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const orNothing = (value: string): string | undefined => (value === '' ? undefined : value);

/** Input for one member of a config, as its declaration requires. */
export function ConfigField(props: FieldProps) {
  const { field, label, value, problem, variables, onChange } = props;
  const title = field.required ? `${label} *` : label;
  const hint = field.description;
  if (field.type === 'object') return <ObjectInput {...props} label={title} />;
  return (
    <Labeled label={title} hint={hint} problem={problem}>
      {(input) => {
        if (field.isArray) return <ManyInput {...props} input={input} />;
        if (field.refersTo !== undefined) return <ReferenceInput {...props} input={input} />;
        if (field.type === 'enum') return <EnumInput {...props} input={input} />;
        if (field.type === 'boolean') return <BooleanInput {...props} input={input} />;
        if ((field.type === 'integer' || field.type === 'number') && !isTemplate(value))
          return <NumberInput {...props} input={input} />;
        return (
          <TextInput
            label={label}
            value={asText(value)}
            isLong={field.type === 'text' && (field.maxLength ?? shortText) > shortText}
            maxLength={field.maxLength}
            variables={variables}
            input={input}
            onChange={(text) => onChange(field.required ? text : orNothing(text))}
          />
        );
      }}
    </Labeled>
  );
}

type InputProps = FieldProps & { readonly input: object };

/** One of the values of an enumeration. An unknown current value is kept. */
function EnumInput({ field, value, input, onChange }: InputProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const shown = asText(value);
  const values = field.values ?? [];
  return (
    <select
      {...input}
      className={inputClass}
      disabled={isReadOnly}
      value={shown}
      onChange={(event) => onChange(orNothing(event.target.value))}
    >
      {(!field.required || shown === '') && <option value="">{field.required ? text.noneChosen : text.asGiven}</option>}
      {shown !== '' && !values.includes(shown) && <option>{shown}</option>}
      {values.map((each) => (
        <option key={each} value={each}>
          {each.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}

function BooleanInput({ value, input, onChange }: InputProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const known = value === true || value === false || value === undefined || value === null;
  return (
    <select
      {...input}
      className={inputClass}
      disabled={isReadOnly}
      value={asText(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value === 'true')}
    >
      <option value="">{text.asGiven}</option>
      <option value="true">{text.yes}</option>
      <option value="false">{text.no}</option>
      {!known && <option>{asText(value)}</option>}
    </select>
  );
}

function NumberInput({ field, value, input, onChange }: InputProps) {
  const { isReadOnly } = useParts();
  return (
    <input
      {...input}
      className={inputClass}
      type="number"
      readOnly={isReadOnly}
      step={field.type === 'integer' ? 1 : 'any'}
      {...(field.minimum !== undefined && { min: field.minimum })}
      {...(field.maximum !== undefined && { max: field.maximum })}
      value={asText(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
    />
  );
}
