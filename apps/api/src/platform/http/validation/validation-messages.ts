import type { ValidationError } from 'class-validator';

/** One message per field path: `entityData.person.dateOfBirth`, `items[3].primaryValue`. */
export function validationMessages(errors: readonly ValidationError[], prefix = ''): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const error of errors) {
    const path = pathOf(prefix, error.property);
    const first = Object.entries(error.constraints ?? {})[0];
    if (first) messages[path] = first[1];
    Object.assign(messages, validationMessages(error.children ?? [], path));
  }
  return messages;
}

function pathOf(prefix: string, property: string): string {
  if (prefix === '') return property;
  return /^\d+$/.test(property) ? `${prefix}[${property}]` : `${prefix}.${property}`;
}
