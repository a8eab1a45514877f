import { destroyTestWorkers, runTestsInWorker } from './use-cases/run-tests-in-worker.js';

const job = (tests: string) => ({
  files: [
    {
      name: 'a.rules',
      source: `rule r "R" {\n  on transaction\n  when median(amount as USD of transactions from origin in last 90d) > 5 USD\n${tests}}\n`,
      lists: {},
    },
  ],
  ...{ sharesDeclarations: false, shared: { source: '' }, matrices: {}, tests: null, mutants: false },
});

const hits = Array.from({ length: 50 }, (_, n) => `${n + 6} USD: hit`).join(', ');
/** Runs for minutes. */
const endless = Array.from(
  { length: 100 },
  (_, n) =>
    `  test "t${n}" {\n    given 1000 transactions every 1h { from: origin, amount: 10 USD }\n    when transaction { from: origin }\n    vary transaction.amount { ${hits} }\n  }\n`,
).join('');
const quick = '  test "quick" {\n    when transaction { from: origin, amount: 6 USD }\n    expect hit\n  }\n';

describe('tests in the worker thread', () => {
  afterAll(destroyTestWorkers);

  it('have a time limit that does not include the tests of others before them', async () => {
    const [before, after] = await Promise.allSettled([runTestsInWorker(job(endless)), runTestsInWorker(job(quick))]);
    expect(before).toMatchObject({ status: 'rejected', reason: { code: 'TOO_MANY_ITEMS' } });
    expect(after).toMatchObject({ status: 'fulfilled', value: { passed: 1, failed: 0 } });
  });
});
