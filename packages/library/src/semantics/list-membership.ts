import { isUnknown, mergeUnknown, unknown, type Environment, type Type, type Unknown, type Value } from '@tamis/lang';
import type { Money } from '@tamis/stdx';
import { equalValues } from './compare.js';
import { tooMany } from './evaluation-limits.js';

type Elements = readonly (Value | Unknown)[];

/** Is the value an element? An element that is unknown makes a non-match unknown; money matches in its own currency only. */
export function isElement(value: Value, elements: Elements, type: Type, environment: Environment): boolean | Unknown {
  const limited = tooMany(elements);
  if (limited) return limited;
  const doubts: Unknown[] = [];
  for (const element of elements) {
    if (isUnknown(element)) doubts.push(element);
    else if (type.kind === 'money' && (element as Money).currency !== (value as Money).currency)
      doubts.push(unknown({ cause: 'type', detail: 'money in one currency' }));
    else {
      const equal = equalValues(value, element, [type, type], environment);
      if (isUnknown(equal)) doubts.push(equal);
      else if (equal) return true;
    }
  }
  return doubts.length > 0 ? mergeUnknown(doubts) : false;
}
