import 'reflect-metadata';
import type { Type } from '@nestjs/common';

import { type DeclaredField, declaredFieldsOf } from './declared-fields.js';

/** A field of a body, or of an object in it. */
export interface Member extends Pick<DeclaredField, 'required' | 'values' | 'time'> {
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
  return Array.from(declaredFieldsOf(prototype), ([name, { nested, parse: _parse, ...said }]): readonly Member[] => {
    const path = above + name;
    const kind = said.values ? 'string' : (types.get(Reflect.getMetadata('design:type', prototype, name)) ?? 'json');
    return [{ ...said, path, type: kind }, ...(nested ? membersOf(nested(), `${path}.`) : [])];
  }).flat();
}
