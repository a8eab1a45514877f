import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { allProviders } from '../src/index.js';
import { declarationContract, outcomeOf, recordingContract } from './provider-contract.js';

const cases = allProviders.flatMap((provider) =>
  provider.recordings.map((recording) => ({ provider, recording, title: `${provider.code} ${recording.name}` })),
);

describe.each(allProviders.map((provider) => ({ provider, title: provider.code })))('$title', ({ provider }) => {
  test.each(declarationContract)('$title', ({ hold }) => hold(provider));
});

describe.each(cases)('$title', ({ provider, recording }) => {
  test.each(recordingContract)('$title', ({ hold }) => hold(provider, recording));
});

test('provider codes are unique', () => {
  expect(new Set(allProviders.map(({ code }) => code)).size).toBe(allProviders.length);
});

describe('provider sources', () => {
  const folder = fileURLToPath(new URL('../src/', `file://${__filename}`));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

  test('do not use clock, randomness, network or process', () => {
    const impure =
      /\bnew Date\(\)|\bDate\.now\b|Math\.random|\bfetch\(|\bprocess\.\w|\bsetTimeout\b|performance\.|from 'node:/;
    const found = files.filter((file) => impure.test(readFileSync(`${folder}${file}`, 'utf8')));
    expect(files.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  test('give the same results without clock, randomness and network', async () => {
    const taken = { now: Date.now, random: Math.random, fetch: globalThis.fetch };
    const refuse = () => {
      throw new Error('a provider asked the machine');
    };
    try {
      Object.assign(Date, { now: refuse });
      Object.assign(Math, { random: refuse });
      Object.assign(globalThis, { fetch: refuse });
      for (const { provider, recording } of cases) expect(await outcomeOf(provider, recording)).toBe(recording.outcome);
    } finally {
      Object.assign(Date, { now: taken.now });
      Object.assign(Math, { random: taken.random });
      Object.assign(globalThis, { fetch: taken.fetch });
    }
  });
});
