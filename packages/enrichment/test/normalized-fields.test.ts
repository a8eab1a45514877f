import { isObject } from '@tamis/stdx';
import { normalizedRows } from '../../library/src/fields/normalized-rows.js';

import { allProviders, normalizedFields, type NormalizedKind } from '../src/index.js';
import { execute } from './recorded-run.js';

/** Kinds of normalized fields that rules may read as each type. */
const readAs: Readonly<Record<string, readonly NormalizedKind[]>> = {
  text: ['text'],
  country: ['text'],
  currency: ['text'],
  number: ['number'],
  date: ['date'],
  bool: ['boolean'],
  list: ['texts', 'records'],
  objects: ['records'],
};

const kindOf = (type: unknown): string => {
  const text = JSON.stringify(type);
  if (/"object/.test(text)) return 'objects';
  return /"kind":"list"/.test(text) ? 'list' : (/"kind":"(\w+)"/.exec(text)?.[1] ?? text);
};

describe('normalized row', () => {
  test('has every field that the library offers to rules, with a matching kind', () => {
    const wrong = normalizedRows.flatMap(({ name, type }) => {
      const [top = '', ...below] = name.split('.');
      const kind = normalizedFields[top];
      const fits =
        below.length > 0 ? kind === 'unit' : kind !== undefined && (readAs[kindOf(type)] ?? []).includes(kind);
      return fits ? [] : [`${name}: ${kindOf(type)} is no ${kind}`];
    });
    expect(normalizedRows.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });

  test('has no fields beyond the library except those that rules read unchanged', () => {
    const declared = new Set(normalizedRows.map(({ name }) => name.split('.')[0]));
    const open = Object.keys(normalizedFields).filter((name) => !declared.has(name));
    expect(open).toEqual(['secondaryActivities']);
  });

  test('gets values of the right kind from every provider', async () => {
    const fits: Readonly<Record<NormalizedKind, (value: unknown) => boolean>> = {
      text: (value) => typeof value === 'string',
      date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
      number: (value) => typeof value === 'number',
      boolean: (value) => typeof value === 'boolean',
      unit: isObject,
      texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
      records: (value) => Array.isArray(value) && value.every((item) => isObject(item)),
    };
    for (const provider of allProviders)
      for (const recording of provider.recordings) {
        const result = await execute(provider, recording);
        if (!result.ok) continue;
        for (const [name, value] of Object.entries(result.value)) {
          const kind = normalizedFields[name];
          if (kind !== undefined && !fits[kind](value)) throw new Error(`${provider.code}: ${name} is no ${kind}`);
        }
      }
  });
});
