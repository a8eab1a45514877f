import type { ValidationError } from 'class-validator';

/** One message per field path: `entityData.person.dateOfBirth`, `items[3].primaryValue`. */
export function validationMessages(errors: readonly ValidationError[], prefix = ''): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const error of errors) {
    const path = pathOf(prefix, error.property);
    // Fields list their checks from the narrowest to the type; a wrong type is said as such, not as a bound it misses.
    const widest = Object.values(error.constraints ?? {}).at(-1);
    if (widest !== undefined) messages[path] = widest;
    Object.assign(messages, validationMessages(error.children ?? [], path));
  }
  return messages;
}

function pathOf(prefix: string, property: string): string {
  if (prefix === '') return property;
  return /^\d+$/.test(property) ? `${prefix}[${property}]` : `${prefix}.${property}`;
}
