import type { Type, TypeKind } from './type.js';

const words: Readonly<Record<TypeKind, string>> = {
  bool: 'a true-or-false value',
  number: 'a number',
  money: 'money',
  text: 'text',
  enum: 'one of a fixed list of values',
  country: 'a country',
  currency: 'a currency',
  date: 'a date',
  datetime: 'a date and time',
  duration: 'a duration',
  distance: 'a distance',
  ip: 'an IP address',
  geo: 'a place',
  entity: 'an entity',
  object: 'an object',
  any: 'a value of any type',
  listref: 'a data list',
  list: 'a list',
};

/** Returns a type in words, for messages: `a number`. */
export function typeName(type: Type): string {
  if (type.kind === 'list') return `a list of ${words[type.element.kind].replace(/^an? /, '')} values`;
  if (type.kind === 'duration' && type.calendar) return 'a duration in months or years';
  return words[type.kind];
}

export const kindName = (kind: TypeKind): string => words[kind];
