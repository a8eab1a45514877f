import { Unknown, type CauseName } from '@tamis/lang';

/** Causes that say something of a value, not of what it was compared with. */
const valueCauses: ReadonlySet<CauseName> = new Set(['type', 'empty_text', 'not_in_data', 'too_long']);

/** The causes of an application whose only operand that is not constant is a field name the field. */
export function withFieldPath(value: Unknown, path: string): Unknown {
  if (value.causes.every((cause) => cause.path !== undefined || !valueCauses.has(cause.cause))) return value;
  return new Unknown(
    value.causes.map((cause) =>
      cause.path === undefined && valueCauses.has(cause.cause) ? { ...cause, path } : cause,
    ),
  );
}
