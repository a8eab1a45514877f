import { isObject } from '@tamis/stdx';
import type { FieldKind, FieldNames } from '../field-names.js';
import { describeValue } from '../literal-text.js';
import type { RuleWriter } from '../rule-writer.js';

/** A field and where it was read. */
export interface FieldOperand {
  readonly field: string;
  readonly at: string;
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export const isVariable = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 1 && 'var' in value;

/** What `{"var": …}` names; null: it was refused. */
export function fieldOperand(value: unknown, at: string, names: FieldNames, writer: RuleWriter): FieldOperand | null {
  if (!isObject(value) || !isVariable(value)) {
    const [operator] = isObject(value) ? Object.keys(value) : [];
    return writer.refuse(
      at,
      operator === undefined
        ? `${describeValue(value)} stands where a variable is needed`
        : `the operator \`${operator}\` as a value: only variables and plain values are compared`,
    );
  }
  const [name, ...rest] = asList(value['var']);
  const steps = typeof name === 'string' ? name.split('.') : [];
  // There a default stands for what is not there, but not for null; rules do not tell them apart.
  if (rest.length > 0) return writer.refuse(`${at}.var[1]`, `the default ${describeValue(rest[0])} of a variable`);
  if (steps.some((step) => step === '' || /^\d+$/.test(step)) || steps.length === 0)
    return writer.refuse(`${at}.var`, `the variable ${describeValue(value['var'])}: only members by name`);
  return { field: names.text(steps), at };
}

/** A field that is compared with values of a kind; null: it was refused. */
export function typedField(
  operand: FieldOperand,
  kind: FieldKind,
  names: FieldNames,
  writer: RuleWriter,
): string | null {
  const conflict = names.conflict(operand.field, kind);
  return conflict === null ? operand.field : writer.refuse(operand.at, conflict);
}

/** `positive`: what a missing field comes to is false; else true. */
export const testText = (field: string, test: string, positive: boolean): string =>
  positive ? `(${field} is present and ${field} ${test})` : `(${field} is missing or ${field} ${test})`;
