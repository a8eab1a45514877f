import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { allProviders, askedOf } from '@tamis/enrichment';

import { inTransaction, newId, type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { acceptRegister, loadRegister, registerFormats, Registers, registerVersions } from './index.js';
import { beginVersion, storeFacts } from './persistence/register-store.js';

const psc = registerFormats.find(({ register }) => register === 'gb_psc')!;
const provider = allProviders.find(({ code }) => code === 'gb_companies_house_psc')!;

const owner = (company: number, name: string) =>
  JSON.stringify({
    company_number: String(company).padStart(8, '0'),
    data: {
      kind: 'individual-person-with-significant-control',
      name,
      natures_of_control: ['ownership-of-shares-75-to-100-percent'],
      notified_on: '2020-01-01',
    },
  });

const totals = (count: number, generatedAt = '2026-03-01T03:00:00Z') =>
  JSON.stringify({
    data: {
      kind: 'totals#persons-of-significant-control-snapshot',
      persons_of_significant_control_count: count,
      statements_count: 0,
      exemptions_count: 0,
      generated_at: generatedAt,
    },
  });

/** Returns a file with one owner for each company, starting with the first. */
const fileOf = (count: number, generatedAt?: string, name = 'Ms Ada Quill') =>
  [...Array.from({ length: count }, (_, index) => owner(index + 1, name)), totals(count, generatedAt)].join('\n');

describe('register file', () => {
  const api = useTestApi();
  const folder = mkdtempSync(path.join(tmpdir(), 'registers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const pool = (): PgPool => api().app.get<PgPool>(pgPoolToken);
  const registers = (): Registers => api().app.get(Registers);
  /** Creates a separate register for each test, in the real format. */
  const format = () => ({ ...psc, register: `psc_${newId()}`, minFacts: 2 });

  async function load(of: typeof psc, content: string | Buffer, name = 'snapshot.txt') {
    const file = path.join(folder, `${newId()}-${name}`);
    writeFileSync(file, content);
    const loaded = await loadRegister(pool(), of, file);
    return loaded.ok ? loaded.value : { state: 'refused', doubts: [loaded.error] };
  }
  const namesOf = async (register: string, key: string) => {
    const found = await registers().lookUp(register, key);
    return found.ok ? (found.value as { data: { name: string } }[]).map(({ data }) => data.name) : found.error.code;
  };

  it('is served by company number in file order, also to the provider', async () => {
    const of = format();
    expect(await namesOf(of.register, '00000007')).toBe('DATASET_NOT_LOADED');
    const two = [owner(7, 'Ms Ada Quill'), owner(8, 'Mr Ivo Lark'), owner(7, 'Ms Bea Quill'), totals(3)].join('\r\n');
    expect(await load(of, two)).toMatchObject({ state: 'current', version: 1, facts: 3, unreadable: 0, doubts: [] });
    expect(await namesOf(of.register, '00000007')).toEqual(['Ms Ada Quill', 'Ms Bea Quill']);
    expect(await namesOf(of.register, '00000009')).toEqual([]);

    const asked = { ...askedOf(provider.recordings[0]!), taxId: '7' };
    const raw = await provider.run(asked, {
      now: new Date().toISOString(),
      requestKey: 'one',
      ask: () => Promise.reject(new Error('nobody is asked')),
      resolve: () => Promise.reject(new Error('nobody is asked')),
      lookUp: (_, key) => registers().lookUp(of.register, key),
      screen: () => Promise.reject(new Error('no list is asked')),
      setting: () => null,
    });
    expect(raw.ok && provider.normalize(raw.value, asked)).toMatchObject({
      value: { shareholders: [{ name: 'Ms Ada Quill', leastPercent: 75 }, { name: 'Ms Bea Quill' }] },
    });
  });

  it('may be compressed and contain a few unreadable lines, but not many', async () => {
    const of = format();
    const some = [...fileOf(40).split('\n').slice(0, -1), '{"company_number":', '{"data":{}}', totals(42)].join('\n');
    expect(await load(of, gzipSync(some), 'snapshot.txt.gz')).toMatchObject({ state: 'current', unreadable: 2 });
    const many = [...fileOf(40).split('\n').slice(0, -1), ...Array(3).fill('[]'), totals(43)].join('\n');
    expect(await load(of, many)).toMatchObject({ state: 'kept_aside', doubts: ['3 lines cannot be read'] });
  });

  it('replaces the previous version atomically, and the previous version is removed', async () => {
    const of = format();
    await load(of, fileOf(20));
    await load(of, fileOf(19, '2026-04-01T03:00:00Z', 'Ms New'));
    expect(await namesOf(of.register, '00000001')).toEqual(['Ms New']);
    expect(await namesOf(of.register, '00000020')).toEqual([]);
    const { rows } = await pool().query(`select distinct version from register_facts where register = $1`, [
      of.register,
    ]);
    expect(rows).toEqual([{ version: 2 }]);
  });

  it.each([
    ['has shrunk', fileOf(17, '2026-04-01T03:00:00Z'), '17 entries are more than 10 percent fewer than the current 20'],
    ['is older', fileOf(20, '2026-02-01T03:00:00Z'), 'it is older than the current version'],
    ['is of nothing', totals(0, '2026-04-01T03:00:00Z'), '0 entries are fewer than the minimum of 2 for this register'],
    ['lacks lines', [owner(1, 'X'), totals(30)].join('\n'), 'its end record says 30 entries, but it has 1'],
    [
      'is a web page',
      '<html>\n<body>Please wait</body>\n</html>',
      'the file has no end record: it was truncated, or is one part of several',
    ],
  ])('is set aside if it %s, until an operator accepts it', async (_, content, doubt) => {
    const of = format();
    await load(of, fileOf(20));
    const kept = await load(of, content);
    expect(kept).toMatchObject({ state: 'kept_aside', version: 2, doubts: expect.arrayContaining([doubt]) });
    expect(await namesOf(of.register, '00000020')).toEqual(['Ms Ada Quill']);

    expect(await acceptRegister(pool(), of.register, 2)).toBe(true);
    expect(await acceptRegister(pool(), of.register, 2)).toBe(false);
    const versions = (await registerVersions(pool())).filter(({ register }) => register === of.register);
    expect(versions.map(({ state }) => state)).toEqual(['replaced', 'current']);
  });

  it('is never loaded partially when truncated at any position', async () => {
    const of = format();
    await load(of, fileOf(60));
    const whole = fileOf(60, '2026-04-01T03:00:00Z', 'Ms New');
    for (let end = 0; end < whole.length; end += 1_024) {
      expect(await load(of, whole.slice(0, end))).toMatchObject({ state: 'kept_aside' });
      expect(await namesOf(of.register, '00000001')).toEqual(['Ms Ada Quill']);
    }
  });

  it('is loaded by one process, and leftovers of a killed process are removed before the next load', async () => {
    const of = format();
    const begun = await inTransaction(pool(), null, async (client) => {
      const version = await beginVersion(client, of.register);
      await storeFacts(client, of.register, version!, [{ key: '00000001', position: 1, row: owner(1, 'Ms Half') }]);
      return version;
    });
    expect(begun).toBe(1);
    expect(await load(of, fileOf(20))).toMatchObject({
      state: 'refused',
      doubts: [expect.stringContaining('in progress')],
    });
    expect(await namesOf(of.register, '00000001')).toBe('DATASET_NOT_LOADED');

    await pool().query(`update register_versions set changed_at = now() - interval '1 hour' where register = $1`, [
      of.register,
    ]);
    expect(await load(of, fileOf(20))).toMatchObject({ state: 'current' });
    expect(await namesOf(of.register, '00000001')).toEqual(['Ms Ada Quill']);
  });
});
