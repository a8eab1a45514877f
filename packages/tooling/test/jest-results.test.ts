import { filesToRunAgain, withSecondRun } from '../src/jest-results.mjs';

const failed = (name: string) => ({ name, status: 'failed' });
const passed = { name: '/passed.test.ts', status: 'passed' };

describe('failed test files', () => {
  it('are run again when there are few', () => {
    const testResults = [failed('/a.test.ts'), passed, failed('/b.test.ts')];
    expect(filesToRunAgain({ testResults })).toEqual(['/a.test.ts', '/b.test.ts']);
  });

  it('are not run again when there are many or none, or jest produced no results', () => {
    expect(filesToRunAgain({ testResults: [...'abcdefghi'].map(failed) })).toEqual([]);
    expect(filesToRunAgain({ testResults: [passed] })).toEqual([]);
    expect(filesToRunAgain(undefined)).toEqual([]);
  });

  it('count with the results of the second run', () => {
    const [good, bad] = [{ status: 'passed' }, { status: 'failed' }];
    const first = {
      ...{ numPassedTests: 10, numFailedTests: 1, numRuntimeErrorTestSuites: 1 },
      testResults: [
        { name: '/a.test.ts', assertionResults: [good, good, bad] },
        { name: '/aborted.test.ts', assertionResults: [] },
        { name: '/others.test.ts', assertionResults: [good] },
      ],
    };
    const again = {
      ...{ numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 0 },
      testResults: [
        { name: '/a.test.ts', assertionResults: [good, good, bad] },
        { name: '/aborted.test.ts', assertionResults: [good, good] },
      ],
    };
    expect(withSecondRun(first, again)).toMatchObject({
      ...{ numPassedTests: 12, numFailedTests: 1, numRuntimeErrorTestSuites: 0 },
    });
  });
});
