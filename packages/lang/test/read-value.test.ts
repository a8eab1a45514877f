import fc from 'fast-check';
import { asDecimal } from '@tamis/stdx';
import { isUnknown, readPath, readValue, type Type } from '../src/index.js';

const zone = 'America/Sao_Paulo';
const read = (raw: unknown, type: Type) => readValue(raw, type, 'metadata.x', zone);
const misfit = { causes: [{ cause: 'type', path: 'metadata.x' }], failed: true };

const fits: readonly (readonly [string, unknown, Type, unknown])[] = [
  ['a flag', false, { kind: 'bool' }, false],
  ['a number', 0.1, { kind: 'number' }, 0.1],
  ['a zero without sign', -0, { kind: 'number' }, 0],
  ['a text in NFC', 'Sa\u0303o', { kind: 'text', collation: 'ci' }, 'São'],
  ['a country in capitals', 'br', { kind: 'country' }, 'BR'],
  ['an enumeration by exact value', 'CARD', { kind: 'enum', name: 'm', values: ['CARD'] }, 'CARD'],
  ['a day', '2026-02-28', { kind: 'date' }, '2026-02-28'],
  ['the local day of an instant', '2026-03-01T02:00:00Z', { kind: 'date' }, '2026-02-28'],
  ['an instant', '2026-03-01T10:00:00.123456789+02:00', { kind: 'datetime' }, Date.UTC(2026, 2, 1, 8, 0, 0, 123)],
  ['an instant without seconds', '2026-03-01T10:00Z', { kind: 'datetime' }, Date.UTC(2026, 2, 1, 10)],
  ['a bare day as the start of the local day', '2026-03-01', { kind: 'datetime' }, Date.UTC(2026, 2, 1, 3)],
  ['an address in its canonical form', '2001:DB8:0:0::1', { kind: 'ip' }, '2001:db8::1'],
  ['a mapped address as IPv4', '::ffff:192.0.2.1', { kind: 'ip' }, '192.0.2.1'],
  ['a place', { lat: -90, lng: 180, more: 1 }, { kind: 'geo' }, { lat: -90, lng: 180 }],
  ['a list without its nulls', ['a', null], { kind: 'list', element: { kind: 'text', collation: null } }, ['a']],
  [
    'money with a decimal text',
    { amount: '10.50', currency: 'usd' },
    { kind: 'money' },
    { amount: 10.5, currency: 'USD' },
  ],
];

it.each(fits)('reads %s', (_what, raw, type, value) => {
  expect(read(raw, type)).toEqual(value);
});

const misfits: readonly (readonly [string, unknown, Type])[] = [
  ['text is never a number', '12', { kind: 'number' }],
  ['a number is never a flag', 1, { kind: 'bool' }],
  ['a value outside the enumeration', 'card', { kind: 'enum', name: 'm', values: ['CARD'] }],
  ['a day that does not exist', '2026-02-30', { kind: 'date' }],
  ['an instant without offset', '2026-03-01T10:00:00', { kind: 'datetime' }],
  ['an hour that does not exist', '2026-03-01T24:00:00Z', { kind: 'datetime' }],
  ['a latitude beyond the pole', { lat: 90.1, lng: 0 }, { kind: 'geo' }],
  ['an address with a leading zero', '192.0.2.01', { kind: 'ip' }],
  ['an address with two gaps', '1::2::3', { kind: 'ip' }],
  ['an array as an object', [], { kind: 'object' }],
];

it.each(misfits)('returns unknown for %s', (_what, raw, type) => {
  expect(read(raw, type)).toMatchObject(misfit);
});

it('a missing value is unknown with cause missing, and not a failure', () => {
  for (const raw of [null, undefined])
    expect(read(raw, { kind: 'number' })).toMatchObject({
      causes: [{ cause: 'missing', path: 'metadata.x' }],
      failed: false,
    });
});

it('keeps the list elements that fit the type', () => {
  const list = read([1, 'x'], { kind: 'list', element: { kind: 'number' } }) as unknown[];
  expect(list[0]).toBe(1);
  expect(isUnknown(list[1] as never)).toBe(true);
});

it('keeps every digit of a money amount', () => {
  const value = read({ amount: '123456789012345678.123456789012345678', currency: 'BTC' }, { kind: 'money' }) as {
    amount: number;
  };
  expect(asDecimal(value.amount).toFixed()).toBe('123456789012345678.123456789012345678');
});

const anyType: fc.Arbitrary<Type> = fc.constantFrom<Type>(
  { kind: 'bool' },
  { kind: 'number' },
  { kind: 'money' },
  { kind: 'text', collation: null },
  { kind: 'country' },
  { kind: 'date' },
  { kind: 'datetime' },
  { kind: 'ip' },
  { kind: 'geo' },
  { kind: 'object' },
  { kind: 'any' },
  { kind: 'entity' },
  { kind: 'list', element: { kind: 'number' } },
  { kind: 'enum', name: 'e', values: ['a'] },
);

it('never throws, whatever is stored', () => {
  fc.assert(fc.property(fc.jsonValue(), anyType, (raw, type) => read(raw, type) !== undefined));
});

it('reading a value a second time returns the same value', () => {
  const late: Type[] = [{ kind: 'number' }, { kind: 'text', collation: null }, { kind: 'geo' }, { kind: 'ip' }];
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...late), (raw, type) => {
      const once = read(raw, type);
      if (!isUnknown(once)) expect(read(once, type)).toEqual(once);
    }),
  );
});

it('follows own members only', () => {
  expect(readPath({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
  for (const steps of [['__proto__'], ['constructor', 'name'], ['a', 'toString'], ['a', 'b', 'c']])
    expect(readPath({ a: { b: 1 } }, steps)).toBeUndefined();
  expect(readPath(JSON.parse('{"__proto__": 7}'), ['__proto__'])).toBe(7);
});
