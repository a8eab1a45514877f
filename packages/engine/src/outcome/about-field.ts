import { Unknown, type CauseName } from '@tamis/lang';

/** Causes that concern a value itself, not what it was compared with. */
const valueCauses: ReadonlySet<CauseName> = new Set(['type', 'empty_text', 'not_in_data', 'too_long']);

/** Adds the path of a field to the causes of an application in which it is the only operand that is not constant. */
export function withFieldPath(value: Unknown, path: string): Unknown {
  if (value.causes.every((cause) => cause.path !== undefined || !valueCauses.has(cause.cause))) return value;
  return new Unknown(
    value.causes.map((cause) =>
      cause.path === undefined && valueCauses.has(cause.cause) ? { ...cause, path } : cause,
    ),
  );
}
