import { join } from 'node:path';

import { nodeVersionProblem } from '../src/node-version-problem.mjs';
import { summarizeTests } from '../src/jest-results.mjs';

const manifest = join(__dirname, '../../../package.json');

describe('Node version', () => {
  test.each(['20.19.0', '20.20.2', '22.1.0', '100.0.0'])('accepts %s', (version) => {
    expect(nodeVersionProblem(version, manifest)).toBeUndefined();
  });

  test.each(['18.20.8', '20.9.0', '20.18.3'])('rejects %s with a message that says what to do', (version) => {
    expect(nodeVersionProblem(version, manifest)).toBe(
      `Tamis needs Node 20.19.0 or newer and this is ${version}: install a newer one, for example from nodejs.org`,
    );
  });
});

describe('test run', () => {
  const counts = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

  test('passes when all tests pass', () => {
    expect(summarizeTests(counts)).toEqual({ line: '3 passed, 0 failed', passed: true });
  });

  test('fails when a test fails', () => {
    expect(summarizeTests({ ...counts, numFailedTests: 1 })).toEqual({ line: '3 passed, 1 failed', passed: false });
  });

  test('fails when a test file cannot be loaded', () => {
    const results = { ...counts, numRuntimeErrorTestSuites: 2 };
    expect(summarizeTests(results)).toEqual({ line: '3 passed, 2 failed', passed: false });
  });

  test('fails when there were no tests or none ran', () => {
    expect(summarizeTests({ ...counts, numPassedTests: 0 })).toEqual({ line: '0 passed, 0 failed', passed: false });
    expect(summarizeTests(undefined)).toEqual({ line: '0 passed, 0 failed', passed: false });
  });
});
