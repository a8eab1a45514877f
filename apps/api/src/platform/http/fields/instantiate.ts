import type { Type } from '@nestjs/common';

import { declaredFieldsOf } from './declared-fields.js';

/**
 * Copies the declared fields of `plain` onto a new instance; nested objects become instances too, everything else is taken as it
 * is. Only own properties are read, and none but declared ones are written. The paths of the others go to `unknown`.
 */
export function instantiate<T extends object>(type: Type<T>, plain: object, unknown: string[], path = ''): T {
  const instance = new type();
  const fields = declaredFieldsOf(type.prototype as object);
  for (const [name, value] of Object.entries(plain)) {
    const field = fields.get(name);
    const here = path === '' ? name : `${path}.${name}`;
    if (field === undefined) unknown.push(here);
    else {
      const parsed: unknown = field.parse ? field.parse(value) : value;
      const nested = field.nested?.();
      const final = nested === undefined ? parsed : instantiateNested(nested, parsed, unknown, here);
      if (final !== undefined) (instance as Record<string, unknown>)[name] = final;
    }
  }
  return instance;
}

function instantiateNested(type: Type<object>, value: unknown, unknown: string[], path: string): unknown {
  if (Array.isArray(value)) {
    return value.map((member: unknown, index) => instantiateNested(type, member, unknown, `${path}[${index}]`));
  }
  return typeof value === 'object' && value !== null ? instantiate(type, value, unknown, path) : value;
}
