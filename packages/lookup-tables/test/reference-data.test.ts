import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { canonicalIp } from '@tamis/stdx';
import fc from 'fast-check';

import { AddressRangesBuilder } from '../src/addresses/address-ranges.js';
import { hostingNetworks } from '../src/addresses/hosting-networks.js';
import { answeredTables, ReferenceData } from '../src/index.js';

const resolve = createRequire(import.meta.url).resolve;

describe('IP address ranges', () => {
  it.each([false, true])('are found as by a linear scan; wide: %p', (isWide) => {
    const most = isWide ? 2n ** 128n - 1n : 2n ** 32n - 1n;
    const gaps = fc.array(
      fc.record({
        gap: fc.bigInt({ min: 0n, max: isWide ? 2n ** 66n : 20n }),
        length: fc.bigInt({ min: 1n, max: isWide ? 2n ** 70n : 20n }),
        value: fc.integer({ min: 1, max: 3 }),
      }),
    );
    fc.assert(
      fc.property(gaps, fc.bigInt({ min: 0n, max: most }), (given, elsewhere) => {
        const builder = new AddressRangesBuilder();
        let next = 0n;
        const ranges = given.map(({ gap, length, value }) => {
          const from = next + gap;
          next = from + length;
          return { from, to: next - 1n, value };
        });
        for (const range of ranges) builder.add(range);
        const table = builder.build(isWide);
        const edges = ranges.flatMap(({ from, to }) => [from - 1n, from, to, to + 1n]).filter((each) => each >= 0n);
        for (const address of [0n, most, elsewhere, ...edges]) {
          const found = ranges.find(({ from, to }) => from <= address && address <= to);
          expect(table.find(address)).toBe(found?.value ?? 0);
        }
      }),
    );
  });

  it('end where the next begins', () => {
    const builder = new AddressRangesBuilder();
    builder.add({ from: 10n, to: 20n, value: 1 });
    builder.add({ from: 15n, to: 25n, value: 2 });
    expect([9n, 14n, 15n, 25n, 26n].map(builder.build(false).find)).toEqual([0, 1, 2, 2, 0]);
  });

  it('are rejected when unsorted', () => {
    const builder = new AddressRangesBuilder();
    builder.add({ from: 10n, to: 20n, value: 1 });
    expect(() => builder.add({ from: 10n, to: 30n, value: 2 })).toThrow('begins at 10 is out of order');
    expect(() => builder.add({ from: 15n, to: 18n, value: 2 })).toThrow('begins at 15 is out of order');
    expect(() => builder.add({ from: 40n, to: 30n, value: 2 })).toThrow('begins at 40 is out of order');
  });
});

describe('reference data of the installation', () => {
  const failures: unknown[] = [];
  const data = new ReferenceData((table, error) => failures.push([table, error]));
  beforeAll(() => data.load(answeredTables), 60_000);
  const answer = (table: string, argument: string): unknown => {
    const { version, ...result } = data.lookUp(table, argument);
    expect(version).toMatch(/^[@a-z-]+[^ ]* \d+\.\d+\.\d+/);
    return 'value' in result ? result.value : result.cause;
  };

  test.each<[string, string, unknown]>([
    ['ipCountry', '200.160.2.3', 'BR'],
    ['ipCountry', '::ffff:200.160.2.3', 'BR'],
    ['ipCountry', '2001:4860:4860::8888', 'US'],
    ['ipCountry', '10.0.0.1', 'not_in_data'],
    ['ipCountry', 'fe80::1', 'not_in_data'],
    ['ipCountry', '::', 'not_in_data'],
    ['ipCountry', '255.255.255.255', 'not_in_data'],
    ['ipCountry', 'nonsense', 'not_in_data'],
    ['ipAsn', '200.160.2.3', 22_548],
    ['ipAsn', '1.1.1.1', 13_335],
    ['ipAsn', '2606:4700:4700::1111', 13_335],
    ['ipAsn', '192.168.0.1', 'not_in_data'],
    ['ipFlag:hosting', '5.9.0.1', true],
    ['ipFlag:hosting', '200.160.2.3', false],
    ['ipFlag:hosting', '10.0.0.1', false],
    ['ipFlag:anonymous', '5.9.0.1', true],
    ['isFreeEmail', 'gmail.com', true],
    ['isFreeEmail', 'example.com', false],
    ['isFreeEmail', 'constructor', false],
    ['isDisposableEmail', 'mailinator.com', true],
    ['isDisposableEmail', 'gmail.com', false],
    ['geoCountry', '-34.6,-58.4', 'AR'],
    ['geoCountry', '-23.5,-46.6', 'BR'],
    ['geoCountry', '18.4,-66.1', 'PR'],
    ['geoCountry', '0,0', 'not_in_data'],
    ['geoCountry', 'NaN,0', 'not_in_data'],
    ['geoCountry', '91,400', 'not_in_data'],
    ['isHoliday:BR', '2026-09-07', true],
    ['isHoliday:BR', '2026-09-08', false],
    ['isHoliday:BR', '2026-02-17', true],
    ['isHoliday:BR', '2026-05-10', false],
    ['isHoliday:US', '2026-07-03', true],
    ['isHoliday:US', '2026-11-26', true],
    ['isHoliday:AR', '2026-07-09', true],
    ['isHoliday:MX', '2026-09-16', true],
    ['isHoliday:CL', '2026-09-18', true],
    ['isHoliday:CO', '2026-07-20', true],
    ['isHoliday:SA', '2026-03-22', true],
    ['isHoliday:SA', '2026-03-23', false],
    ['isHoliday:XX', '2026-01-01', 'no_calendar'],
    ['isHoliday:', '2026-01-01', 'no_calendar'],
    ['isHoliday:constructor', '2026-01-01', 'no_calendar'],
    ['isHoliday:BR', '1066-10-14', 'no_calendar'],
    ['isHoliday:BR', '9999-01-01', 'no_calendar'],
  ])('%s of %s is %p', (table, argument, expected) => {
    expect(answer(table, argument)).toBe(expected);
  });

  test.each([
    ['ipFlag:vpn', '5.9.0.1'],
    ['ipFlag:anonymous', '200.160.2.3'],
    ['binCountry', '411111'],
    ['constructor', 'x'],
  ])('returns source_unavailable for %s', (table, argument) => {
    expect(data.lookUp(table, argument)).toEqual({ cause: 'source_unavailable' });
  });

  it('is unavailable until loaded, and reports what cannot be loaded', async () => {
    const other = new ReferenceData(() => undefined);
    expect(other.lookUp('isFreeEmail', 'gmail.com')).toEqual({ cause: 'source_unavailable' });
    await Promise.all([other.load(['isFreeEmail', 'screening']), other.load(['isFreeEmail'])]);
    expect(other.lookUp('isFreeEmail', 'gmail.com')).toMatchObject({ value: true });
    expect(failures).toEqual([]);
  });

  it('finds addresses that the files contain', () => {
    const file = resolve('@ip-location-db/asn-country/asn-country-ipv6.csv');
    const lines = readFileSync(file, 'latin1').split('\n');
    for (let index = 0; index < lines.length - 1; index += 997) {
      const [from = '', to = '', country] = lines[index]!.trim().split(',');
      expect([from, to].map((address) => answer('ipCountry', canonicalIp(address)!))).toEqual([country, country]);
    }
  });

  it('knows every hosting network in the data by name', () => {
    const text = readFileSync(resolve('@ip-location-db/asn/asn-ipv4.csv'), 'latin1');
    const names = new Map<number, string>();
    for (const [, number, name] of text.matchAll(/^[^,\n]*,[^,\n]*,(\d+),(.*)$/gm)) names.set(Number(number), name!);
    expect([...hostingNetworks].filter((number) => !names.has(number))).toEqual([]);
  });

  it('ships the notices that package licences require', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const notices = readFileSync(new URL('../NOTICES.md', import.meta.url), 'utf8');
    const packages = Object.keys(dependencies).filter((name) => !name.startsWith('@tamis/'));
    expect(packages.filter((name) => !notices.includes(`\`${name}\``))).toEqual([]);
    for (const attribution of ['https://db-ip.com', 'routeviews.org', 'nro.net', 'CC-BY-3.0'])
      expect(notices).toContain(attribution);
  });
});
