import 'reflect-metadata';
import type { Type } from '@nestjs/common';

import { declaredFieldsOf } from './declared-fields.js';

/** A field of a body, or of an object in it. */
export interface Member {
  /** Dotted. */
  readonly path: string;
  /** `json`: an object, an array, or what may be either. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
}

const types: ReadonlyMap<unknown, Member['type']> = new Map<unknown, Member['type']>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/** All that may be named in a body of the class. */
export function membersOf(type: Type<object>, above = ''): readonly Member[] {
  const prototype = type.prototype as object;
  return Array.from(declaredFieldsOf(prototype), ([name, { nested }]): readonly Member[] => {
    const path = above + name;
    const kind = types.get(Reflect.getMetadata('design:type', prototype, name)) ?? 'json';
    return [{ path, type: kind }, ...(nested ? membersOf(nested(), `${path}.`) : [])];
  }).flat();
}
