/**
 * Test files whose process was ended by a signal, as Node does at times when many threads come and go: that says nothing about
 * their tests. Empty unless they are all that failed.
 *
 * @param {{ numFailedTests: number, testResults: { name: string, status: string, message: string }[] } | undefined} results
 *   what jest wrote, if it came that far
 * @returns {string[]}
 */
export function abortedFiles(results) {
  if (!results || results.numFailedTests > 0) return [];
  const failed = results.testResults.filter(({ status }) => status === 'failed');
  const areAborted = failed.every(({ message }) => message.includes('was terminated by another process: signal='));
  return areAborted ? failed.map(({ name }) => name) : [];
}

/**
 * The results of a run after its aborted files have run again.
 *
 * @template {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} R
 * @param {R} first
 * @param {R} again of the aborted files alone
 * @returns {R}
 */
export const withAborted = (first, again) => ({
  ...first,
  numPassedTests: first.numPassedTests + again.numPassedTests,
  numFailedTests: again.numFailedTests,
  numRuntimeErrorTestSuites: again.numRuntimeErrorTestSuites,
});
/**
 * The one line that machines read, and whether the run counts as passed. A test file that could not be loaded is a
 * failure, and so is a run without tests: it would pass with everything broken.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number } | undefined} results
 *   what jest wrote, if it came that far
 * @returns {{ line: string, passed: boolean }}
 */
export function summarizeTests(results) {
  const passed = results?.numPassedTests ?? 0;
  const failed = results ? results.numFailedTests + results.numRuntimeErrorTestSuites : 0;
  return { line: `${passed} passed, ${failed} failed`, passed: passed > 0 && failed === 0 };
}
