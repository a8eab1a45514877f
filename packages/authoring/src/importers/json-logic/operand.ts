import { isObject } from '@tamis/stdx';
import type { FieldKind, SourceField } from '../field-names.js';
import { describeValue, isScalar, kindOf, literalText, type Scalar } from '../literal-text.js';
import type { LogicTranslation } from './logic-translation.js';

/** A field, the position at which it was read, and its default if it is missing. */
export interface FieldOperand {
  readonly field: SourceField;
  readonly at: string;
  readonly fallback: Scalar | null;
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export const isVariable = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 1 && 'var' in value;

/** Returns the name of an operation; `null` for a plain value. */
export const operatorOf = (value: unknown): string | null => (isObject(value) ? (Object.keys(value)[0] ?? null) : null);

/** Splits `a.b` into steps; a dot after a backslash is part of a step. Follows json-logic-engine. */
function stepsOf(name: string): readonly string[] {
  const steps = [''];
  for (const [part, escaped] of name.matchAll(/\\([./\\])|[^]/g))
    if (part === '.') steps.push('');
    else steps.push((steps.pop() ?? '') + (escaped ?? part));
  return steps;
}

/** Returns the field that `{"var": …}` names; `null` if it was refused. */
export function fieldOperand(value: unknown, at: string, translation: LogicTranslation): FieldOperand | null {
  if (!isObject(value) || !isVariable(value)) {
    const operator = operatorOf(value);
    return translation.refuse(
      at,
      operator === null
        ? `${describeValue(value)} stands where a variable is needed`
        : `the operator \`${operator}\` as a value: only variables, numbers and plain values can be compared`,
    );
  }
  const [name, fallback = null, ...rest] = asList(value['var']);
  if (rest.length > 0 || (fallback !== null && !isScalar(fallback)))
    return translation.refuse(
      `${at}.var[1]`,
      `the default ${describeValue(fallback)} of a variable: only plain values are supported`,
    );
  const isElement = name === '' && translation.names.isElement;
  const steps = typeof name === 'string' && !isElement ? stepsOf(name) : [];
  if (!isElement && (steps.length === 0 || steps.some((step) => step === '' || /^\d+$/.test(step))))
    return translation.refuse(
      `${at}.var`,
      `the variable ${describeValue(value['var'])}: only members by name are supported`,
    );
  const problem = translation.names.problem(steps);
  if (problem !== null) return translation.refuse(`${at}.var`, problem);
  if (fallback !== null)
    translation.note('a default also replaces null: rules do not distinguish null from a missing value');
  return { field: translation.names.field(steps), at, fallback };
}

/** Returns a field for a comparison with values of a kind, with its default; `null` if it was refused. */
export function typedField(
  { field, at, fallback }: FieldOperand,
  kind: FieldKind,
  translation: LogicTranslation,
  values: readonly unknown[] = [],
): string | null {
  const text = translation.beside(field, at, kind, values);
  if (text === null || fallback === null) return text;
  if (kindOf(fallback) !== kind)
    return translation.refuse(`${at}.var[1]`, `the default ${describeValue(fallback)} next to values of another type`);
  return `(${text} otherwise ${literalText(fallback)})`;
}

/** Returns a test of a field. With `positive`, the test is false if the field is missing; otherwise it is true. */
export function testText({ field, fallback }: FieldOperand, test: string, positive: boolean): string {
  if (fallback !== null) return `(${test})`;
  return positive ? `(${field.path} is present and ${test})` : `(${field.path} is missing or ${test})`;
}
