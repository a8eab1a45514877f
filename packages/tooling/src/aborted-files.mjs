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
