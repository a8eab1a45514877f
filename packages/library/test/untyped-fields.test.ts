import { isUnknown, type Outcome, type Type } from '@tamis/lang';
import { call, causeOf } from './call.js';

const any: Type = { kind: 'any' };
const lists = { answer: (read: { kind: string; value?: string }) => responses[read.kind]?.(read.value ?? '') };
const responses: Readonly<Record<string, (value: string) => { value: unknown }>> = {
  listItems: () => ({ value: [{ id: 'i', primaryValue: 'gold bars' }] }),
  listed: (value) => ({ value: value === 'gold bars' }),
};

const lengthOf = (value: unknown): Outcome => call('length', [value as string], { types: [any] });
const holds = (value: unknown): Outcome =>
  call('contains_any_from_custom_list', [value as string, 'l'], {
    types: [any, { kind: 'listref' }],
    data: lists,
  });

describe('fields without a declared type', () => {
  it('have the length of their text or list value', () => {
    expect(lengthOf('São')).toBe(3);
    expect(lengthOf(['a', 'b', 'c', 'd'])).toBe(4);
    expect(lengthOf([])).toBe(0);
    expect(causeOf(lengthOf(7))).toBe('type');
    expect(causeOf(lengthOf('a'.repeat(16_385)))).toBe('too_long');
  });

  it('match items of a data list in a text or a list', () => {
    expect(holds('two gold bars, please')).toBe(true);
    expect(holds('golden bars')).toBe(false);
    expect(holds(['silver', 'gold bars'])).toBe(true);
    expect(holds(['silver'])).toBe(false);
    expect(isUnknown(holds({ gold: true }))).toBe(true);
  });
});
