import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { allProviders } from '../src/index.js';
import { declarationContract, recordingContract } from './provider-contract.js';

const repository = resolve(__dirname, '../../..');
let copy = '';

const runNew = (...args: string[]) =>
  spawnSync('node', [join(repository, 'packages/tooling/src/new.mjs'), ...args, '--root', copy], { encoding: 'utf8' });

const codes = ['br_test_register', 'ar_test_register', 'fr_test_check', 'global_test_register'];
let providers: typeof allProviders = [];

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-provider-'));
  cpSync(join(repository, 'packages/enrichment/src'), join(copy, 'packages/enrichment/src'), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  for (const code of codes) expect(runNew('provider', code)).toMatchObject({ status: 0, stderr: '' });
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- what is loaded is written when the test runs
  ({ allProviders: providers } = require(join(copy, 'packages/enrichment/src/providers.ts')) as {
    allProviders: typeof allProviders;
  });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new provider', () => {
  test.each(codes)('creates %s with its registration so that it immediately satisfies the contract', async (code) => {
    const written = providers.filter((provider) => provider.code === code);
    expect(written).toHaveLength(1);
    for (const provider of written) {
      for (const { hold } of declarationContract) await hold(provider);
      for (const recording of provider.recordings)
        for (const { hold } of recordingContract) await hold(provider, recording);
    }
  });

  test('keeps existing providers', () => {
    expect(providers.map(({ code }) => code)).toEqual(expect.arrayContaining(['br_receita_cnpj', 'eu_vies_check']));
  });

  test('overwrites nothing and rejects invalid codes', () => {
    expect(runNew('provider', 'br_receita_cnpj')).toMatchObject({ status: 1 });
    for (const code of ['Receita', 'br', 'br_x', '../x_y_z', 'br_x_Y'])
      expect(runNew('provider', code)).toMatchObject({ status: 2, stderr: expect.stringContaining('usage') });
  });
});
