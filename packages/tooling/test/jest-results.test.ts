import { abortedFiles, withAborted } from '../src/jest-results.mjs';

const aborted = {
  name: '/a.test.ts',
  status: 'failed',
  message: 'A jest worker process (pid=7) was terminated by another process: signal=SIGABRT, exitCode=null.',
};
const passed = { name: '/b.test.ts', status: 'passed', message: '' };

describe('files whose process was ended by a signal', () => {
  it('run again when they are all that failed', () => {
    expect(abortedFiles({ numFailedTests: 0, testResults: [aborted, passed] })).toEqual(['/a.test.ts']);
  });

  it('do not when a test failed, or a file could not be loaded, or nothing ran', () => {
    const broken = { name: '/c.test.ts', status: 'failed', message: 'Cannot find module' };
    expect(abortedFiles({ numFailedTests: 1, testResults: [aborted] })).toEqual([]);
    expect(abortedFiles({ numFailedTests: 0, testResults: [aborted, broken] })).toEqual([]);
    expect(abortedFiles({ numFailedTests: 0, testResults: [passed] })).toEqual([]);
    expect(abortedFiles(undefined)).toEqual([]);
  });

  it('count with what they came to the second time', () => {
    const first = { numPassedTests: 10, numFailedTests: 0, numRuntimeErrorTestSuites: 1 };
    const again = { numPassedTests: 2, numFailedTests: 1, numRuntimeErrorTestSuites: 0 };
    expect(withAborted(first, again)).toEqual({ numPassedTests: 12, numFailedTests: 1, numRuntimeErrorTestSuites: 0 });
  });
});
