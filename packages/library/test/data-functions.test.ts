import fc from 'fast-check';
import { isUnknown, type DataTables, type Outcome, type Type, type Value } from '@tamis/lang';
import { lookUpInTables, evaluationEnvironment, libraryCatalogue } from '@tamis/library';

const now = Date.parse('2026-03-01T12:00:00Z');

interface World {
  readonly context?: unknown;
  readonly data?: DataTables;
  readonly timezone?: string;
}

const kinds = (types: readonly (Type['kind'] | Type)[]): readonly Type[] =>
  types.map((type) => (typeof type === 'string' ? ({ kind: type } as Type) : type));

/** Applies the signature with that number of operands whose first kind fits; returns unknown results by their cause. */
function apply(
  name: string,
  operands: readonly Value[],
  types: readonly (Type['kind'] | Type)[],
  { context = {}, data = {}, timezone = 'UTC' }: World = {},
): unknown {
  const declaration = libraryCatalogue.operator(name) ?? libraryCatalogue.function(name);
  const settled = kinds(types);
  const first = settled[0]?.kind ?? 'any';
  const signature = declaration?.signatures.find(
    (each) => each.operands.length === operands.length && [each.operands[0]].flat().includes(first),
  );
  if (!signature) throw new Error(`${name} does not take ${first}`);
  const environment = evaluationEnvironment({
    now,
    timezone,
    baseCurrency: 'USD',
    context,
    answer: lookUpInTables(data, now),
  });
  const found: Outcome = signature.evaluate(operands, settled, environment);
  return isUnknown(found) ? found.causes.map(({ cause }) => cause).join(' ') : found;
}

describe('operational hours', () => {
  const at = (text: string, weekly: unknown, timezone: string | null = 'America/Sao_Paulo'): unknown =>
    apply('inside_entity_operational_hours', [Date.parse(text), 'e-1'], ['datetime', 'entity'], {
      context: { originEntityId: 'e-1', originEntity: { operationalHours: { timezone, weekly } } },
      timezone: 'America/New_York',
    });
  const monday = [{ day: 'monday', open: '09:00', close: '18:00' }];
  const night = [{ day: 'saturday', open: '22:00', close: '02:00' }];

  it('include the opening time and exclude the closing time', () => {
    // 2 March 2026 is a Monday; São Paulo is three hours behind UTC.
    expect(at('2026-03-02T11:59:59.999Z', monday)).toBe(false);
    expect(at('2026-03-02T12:00:00Z', monday)).toBe(true);
    expect(at('2026-03-02T20:59:59.999Z', monday)).toBe(true);
    expect(at('2026-03-02T21:00:00Z', monday)).toBe(false);
  });

  it('extend past midnight when they close before they open, also from Sunday into Monday', () => {
    expect(at('2026-03-08T01:00:00Z', night)).toBe(true);
    expect(at('2026-03-08T04:59:00Z', night)).toBe(true);
    expect(at('2026-03-08T05:00:00Z', night)).toBe(false);
    expect(at('2026-03-07T04:00:00Z', night)).toBe(false);
    expect(at('2026-03-09T04:00:00Z', [{ day: 'sunday', open: '22:00', close: '02:00' }])).toBe(true);
    expect(at('2026-03-02T12:00:00Z', [{ day: 'monday', open: '09:00', close: '09:00' }])).toBe(true);
    expect(at('2026-03-02T23:30:00Z', [{ day: 'monday', open: '09:00', close: '24:00' }])).toBe(true);
    expect(at('2026-03-03T03:30:00Z', [{ day: 'monday', open: '09:00', close: '00:00' }])).toBe(false);
  });

  it('are closed on a day without a slot, and default to the zone of the organization', () => {
    expect(at('2026-03-03T15:00:00Z', monday)).toBe(false);
    expect(at('2026-03-02T22:30:00Z', monday, null)).toBe(true);
  });

  it('are unknown when they are missing or invalid', () => {
    expect(at('2026-03-03T15:00:00Z', [{ day: 'Monday', open: '09:00', close: '18:00' }])).toBe('type');
    expect(at('2026-03-03T15:00:00Z', monday, 'Mars/Olympus')).toBe('type');
    expect(apply('inside_entity_operational_hours', [now, 'e-2'], ['datetime', 'entity'])).toBe('source_unavailable');
  });

  it('and local times of an unlinked entity are unknown', () => {
    for (const name of ['localTime', 'hour', 'date'])
      expect(apply(name, [now, 'e-2'], ['datetime', 'entity'])).toBe('source_unavailable');
  });

  it('outside is the negation of inside', () => {
    const context = { id: 'e-1', operationalHours: { timezone: 'UTC', weekly: monday } };
    const [inside, outside] = ['inside', 'outside'].map((word) =>
      apply(`${word}_entity_operational_hours`, [Date.parse('2026-03-02T12:00:00Z'), 'e-1'], ['datetime', 'entity'], {
        context,
      }),
    );
    expect([inside, outside]).toEqual([true, false]);
  });
});

describe('addresses', () => {
  const inRange = (address: string, blocks: readonly Value[]): unknown =>
    apply('in_ip_range', [address, blocks], ['ip', { kind: 'list', element: { kind: 'text', collation: null } }]);

  it.each([
    ['10.255.255.255', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['10.1.2.3', '10.1.2.0/23', true],
    ['10.1.4.0', '10.1.2.0/23', false],
    ['2001:db8:ffff::1', '2001:db8::/32', true],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['10.1.2.3', '2001:db8::/32', false],
    ['10.1.2.3', '0.0.0.0/0', true],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['10.1.2.3', '10.1.2.3', true],
  ])('%s is in %s: %s', (address, block, expected) => {
    expect(inRange(address, [block])).toBe(expected);
  });

  it('that are invalid make only a non-match unknown', () => {
    expect(inRange('10.1.2.3', ['10.0.0.0/33'])).toBe('type');
    expect(inRange('10.1.2.3', ['010.0.0.0/8', '10.0.0.0/8'])).toBe(true);
    expect(inRange('10.1.2.3', ['nowhere', '11.0.0.0/8'])).toBe('type');
  });

  it('are matched in constant lists as in other lists, for any addresses and blocks', () => {
    const bytes = fc.tuple(fc.constantFrom(10, 11, 192), fc.nat(255), fc.nat(255), fc.nat(255));
    const address = fc.oneof(
      bytes.map((each) => each.join('.')),
      fc.tuple(fc.nat(3), fc.nat(65_535)).map(([a, b]) => `2001:db8::${a.toString(16)}:${b.toString(16)}`),
    );
    const block = fc.oneof(
      fc.tuple(bytes, fc.nat(32)).map(([each, bits]) => `${each.join('.')}/${String(bits)}`),
      fc.nat(128).map((bits) => `2001:db8::/${String(bits)}`),
      address,
      fc.constant('nowhere'),
    );
    const [signature] = libraryCatalogue.operator('not_in_ip_range')?.signatures ?? [];
    const types = kinds(['ip', { kind: 'list', element: { kind: 'text', collation: null } }]);
    const environment = evaluationEnvironment({ now, timezone: 'UTC', baseCurrency: 'USD' });
    fc.assert(
      fc.property(address, fc.array(block, { maxLength: 5 }), (one, blocks) => {
        const fast = signature?.specialize?.(types, [undefined, blocks]);
        expect(fast?.(one, blocks, environment)).toEqual(signature?.evaluate([one, blocks], types, environment));
        const octets = one.split('.').map(Number);
        const holds = blocks.some((each) => {
          const [base = '', bits = '32'] = each.split('/');
          if (!one.includes('.') || !base.includes('.')) return base === one && !each.includes('/');
          const [a, b] = [octets, base.split('.').map(Number)].map((four) =>
            four.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n),
          );
          const rest = 32n - BigInt(bits);
          return (a ?? 0n) >> rest === (b ?? 1n) >> rest;
        });
        if (one.includes('.') && !blocks.includes('nowhere')) expect(inRange(one, blocks)).toBe(holds);
      }),
      { numRuns: 1_000 },
    );
  });

  it('have a version, and are recognized as private', () => {
    expect(apply('ipVersion', ['2001:db8::1'], ['ip'])).toBe(6);
    const local = ['10.0.0.1', '172.31.0.1', '192.168.0.1', '127.0.0.1', '100.64.0.1', 'fe80::1', 'fd00::1', '::1'];
    expect(local.map((address) => apply('isPrivateIp', [address], ['ip']))).toEqual(local.map(() => true));
    expect(['8.8.8.8', '172.32.0.1', '2001:4860::1'].map((each) => apply('isPrivateIp', [each], ['ip']))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('data lists', () => {
  const lists = (type: string, ...values: readonly string[]): DataTables => ({
    lists: { l: { type, items: values.map((primaryValue, index) => ({ id: `i-${String(index)}`, primaryValue })) } },
  });
  const listed = (value: Value, kind: Type['kind'] | Type, data: DataTables, context: unknown = {}): unknown =>
    apply('in_custom_list', [value, 'l'], [kind, 'listref'], { data, context });

  it('compare by the type of the list', () => {
    expect(listed('12.345.678/0001-95', 'text', lists('company_blocklist', '12345678000195'))).toBe(true);
    expect(listed('12.345', 'text', lists('custom', '12345'))).toBe(false);
    expect(listed(' STRASSE ', 'text', lists('custom', 'straße'))).toBe(true);
    expect(listed(12.5, 'number', lists('custom', '12.5'))).toBe(true);
  });

  it('match addresses by block on address lists, and on every list for values of type ip', () => {
    expect(listed('10.1.2.3', 'text', lists('ip_blocklist', '10.0.0.0/8'))).toBe(true);
    expect(listed('10.1.2.3', 'text', lists('custom', '10.0.0.0/8'))).toBe(false);
    expect(listed('10.1.2.3', 'ip', lists('custom', '10.0.0.0/8'))).toBe(true);
  });

  it('identify an entity by its tax id, else by its external id, else by its internal id', () => {
    const entity = (originEntity: unknown) => ({ originEntityId: 'e-1', originEntity });
    expect(listed('e-1', 'entity', lists('custom', 't-1'), entity({ taxId: 't-1', externalId: 'x-1' }))).toBe(true);
    expect(listed('e-1', 'entity', lists('custom', 'x-1'), entity({ taxId: 't-1', externalId: 'x-1' }))).toBe(false);
    expect(listed('e-1', 'entity', lists('custom', 'x-1'), entity({ externalId: 'x-1' }))).toBe(true);
    expect(listed('e-1', 'entity', lists('custom', 'e-1'), entity({ name: 'Ana' }))).toBe(true);
    expect(listed('e-9', 'entity', lists('custom', 't-1'), entity({ taxId: 't-1' }))).toBe('source_unavailable');
  });

  it('match a list value when they contain one of its elements', () => {
    const texts: Type = { kind: 'list', element: { kind: 'text', collation: 'cs' } };
    expect(listed(['a', 'b'], texts, lists('custom', 'b'))).toBe(true);
    expect(listed(['a'], texts, lists('custom', 'b'))).toBe(false);
    expect(listed([], texts, lists('custom', 'b'))).toBe(false);
    expect(listed(['', 'a'], texts, lists('custom', 'b'))).toBe('empty_text');
    expect(listed(['', 'b'], texts, lists('custom', 'b'))).toBe(true);
  });

  it('are unknown when the list is unavailable, never not listed', () => {
    expect(listed('a', 'text', {})).toBe('list_unavailable');
    expect(apply('not_in_custom_list', ['a', 'l'], ['text', 'listref'])).toBe('list_unavailable');
    expect(apply('in_list_type', ['a', 'custom'], ['text', 'listref'], { data: { lists: {} } })).toBe(
      'list_unavailable',
    );
    expect(listed('', 'text', lists('custom', 'a'))).toBe('empty_text');
  });

  it('return the item with the highest score, then the smallest id', () => {
    const items = [
      { id: 'c', primaryValue: 'x', riskScore: 50 },
      { id: 'b', primaryValue: 'y', searchKeys: ['X'], riskScore: 50 },
      { id: 'a', primaryValue: 'x' },
    ];
    const data = { lists: { l: { type: 'custom', items } } };
    expect(apply('lookup', ['l', 'x'], ['listref', 'text'], { data })).toMatchObject({ id: 'b' });
  });

  it('match keywords as whole consecutive words', () => {
    const keyword = (text: string): unknown =>
      apply('contains_any_from_custom_list', [text, 'l'], ['text', 'listref'], {
        data: lists('keyword_list', 'gift  card', 'BTC'),
      });
    expect(keyword('A GIFT-card, please')).toBe(true);
    expect(keyword('gift of a card')).toBe(false);
    expect(keyword('btcs')).toBe(false);
    expect(keyword('(btc)')).toBe(true);
    expect(keyword('')).toBe(false);
  });

  it('declare the types of the item fields', () => {
    const [signature] = libraryCatalogue.function('lookup')?.signatures ?? [];
    expect(signature?.members?.(['riskScore'])).toEqual({ kind: 'number' });
    expect(signature?.members?.(['itemData', 'any', 'key'])).toEqual({ kind: 'any' });
    expect(signature?.members?.(['reason', 'x'])).toBeNull();
    expect(signature?.members?.(['nothing'])).toBeNull();
  });
});

describe('histories', () => {
  it('distinguish a device that was never seen from unavailable data', () => {
    const age = (data: DataTables): unknown => apply('deviceAge', ['d-1'], ['text'], { data });
    expect(age({ seen: { device: {} } })).toBe(0);
    expect(age({ seen: { device: { 'd-1': '2026-02-28T12:00:00Z' } } })).toBe(86_400_000);
    expect(age({})).toBe('source_unavailable');
  });

  it('count the other entities that share a value in the window', () => {
    const uses: [string, number][] = [
      ['e-1', now],
      ['e-2', now],
      ['e-2', now - 1],
      ['e-3', now - 30 * 86_400_000],
      ['e-4', now + 1],
    ];
    const world: World = {
      context: { originEntityId: 'e-1', deviceDetails: { deviceId: 'd-1' } },
      data: { sharing: { 'deviceDetails.deviceId': { 'd-1': uses } } },
    };
    const shared = (span: number, calendar = false): unknown =>
      apply('sharedWith', ['deviceDetails.deviceId', span], ['text', { kind: 'duration', calendar }], world);
    expect(shared(30 * 86_400_000)).toBe(1);
    expect(shared(30 * 86_400_000 + 1)).toBe(2);
    expect(shared(2, true)).toBe(2);
    // Computed durations whose start no calendar contains.
    for (const months of [2 ** 31, 1e12, now]) expect(shared(months, true)).toBe('out_of_domain');
    expect(apply('sharedWith', ['deviceDetails.deviceId', 1000], ['text', 'duration'])).toBe('missing_key');
  });
});

describe('places', () => {
  const [a, b] = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
  ];

  it('are within a distance up to and including the limit', () => {
    const within = (limit: number): unknown => apply('within_distance', [a, limit, b], ['geo', 'distance', 'geo']);
    expect(within(111_195)).toBe(true);
    expect(within(111_194)).toBe(false);
  });

  it('give a speed with three decimals, and unknown for no elapsed time', () => {
    const speed = (ms: number, calendar = false): unknown =>
      apply('speed', [a, b, ms], ['geo', 'geo', { kind: 'duration', calendar }]);
    expect(speed(3_600_000)).toBe(111.195);
    expect(speed(7_000)).toBe(57_186);
    expect(speed(11_000)).toBe(36_391.091);
    expect(speed(0)).toBe('out_of_domain');
    expect(speed(-1)).toBe('out_of_domain');
    expect(speed(1, true)).toBe('type');
  });
});

describe('reference data', () => {
  it('with a value of the wrong type is unknown', () => {
    const data = { reference: { ipCountry: { '8.8.8.8': 5 } } };
    expect(apply('ipCountry', ['8.8.8.8'], ['ip'], { data })).toBe('type');
  });

  it('treats `__proto__` like any other key', () => {
    expect(apply('ipCountry', ['__proto__'], ['ip'], { data: { reference: { ipCountry: {} } } })).toBe('not_in_data');
    expect(apply('screening', ['__proto__'], ['entity'], { data: { screenings: {} } })).toBe('not_screened');
  });
});
