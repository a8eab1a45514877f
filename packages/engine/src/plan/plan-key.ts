import { numericText } from '@tamis/stdx';
import { Unknown, type Outcome, type Type } from '@tamis/lang';

const isDecimal = (value: object): boolean => 'toFixed' in value;

/** Text of a constant that differs whenever the values differ. */
export function constantKey(value: Outcome): string {
  if (value instanceof Unknown) return `unknown:${JSON.stringify(value.causes)}`;
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && isDecimal(member)
      ? { $number: numericText(member as never) }
      : member,
  );
}

/** Text of a type that differs whenever the types differ. */
export const typeKey = (type: Type): string => JSON.stringify(type);
