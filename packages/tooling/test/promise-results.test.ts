import { promiseResults, promiseTable } from '../src/promise-results.mjs';

const test1 = (fullName: string, status = 'passed') => ({ fullName, status });
const ran = (...assertionResults: { fullName: string; status: string }[]) => ({
  testResults: [{ message: '', assertionResults }],
});
const figure = { number: 3, figure: '0 connects', target: '0 connects', holds: true };

describe('promise results', () => {
  test('list promises with a test, in order, with their figures', () => {
    const results = ran(
      test1('a promise 21: once'),
      test1('b promise 3: nothing'),
      test1('c promise 3: more'),
      test1('d'),
    );
    const promises = promiseResults(results, [figure]);
    expect(promises).toEqual([
      {
        number: 3,
        promise: 'Sandbox touches nothing real',
        figure: '0 connects; 2 of 2 tests passed',
        target: '0 connects',
        holds: true,
      },
      {
        number: 21,
        promise: 'A repeated request acts once',
        figure: '1 of 1 tests passed',
        target: 'all tests pass',
        holds: true,
      },
    ]);
    expect(promiseTable(promises)).toContain('2 of 2 promises with a test hold');
  });

  test('fall short when one of their tests or figures fails', () => {
    const failed = promiseResults(ran(test1('promise 3: a'), test1('promise 3: b', 'failed')), [figure]);
    expect(failed).toMatchObject([{ figure: '0 connects; 1 of 2 tests passed', holds: false }]);
    const short = promiseResults(ran(test1('promise 3: a')), [
      figure,
      { ...figure, figure: '1 connect', holds: false },
    ]);
    expect(short).toMatchObject([{ figure: '0 connects; 1 connect; 1 of 1 tests passed', holds: false }]);
    expect(promiseTable(short)).toContain('FALLS SHORT');
  });

  test('omit promises whose tests were not run', () => {
    expect(promiseResults(ran(test1('promise 3: a', 'pending')), [])).toEqual([]);
  });

  test('throw when a test file could not be loaded', () => {
    const broken = { testResults: [{ message: 'a syntax error', assertionResults: [] }] };
    expect(() => promiseResults(broken, [])).toThrow('a syntax error');
  });
});
