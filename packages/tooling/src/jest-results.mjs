/** More failing files than these are not a coincidence. */
const mostAgain = 8;

/**
 * Returns the test files to run again separately, because they may have failed only for lack of processor time. Empty if many failed.
 *
 * @param {{ testResults: { name: string, status: string }[] } | undefined} results what jest wrote, if it came that far
 * @returns {string[]}
 */
export function filesToRunAgain(results) {
  const failed = results?.testResults.filter(({ status }) => status === 'failed') ?? [];
  return failed.length > mostAgain ? [] : failed.map(({ name }) => name);
}

/**
 * Returns the results of a run after some of its files were run again. For these, the second results count.
 *
 * @template {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number,
 *   testResults: { name: string, assertionResults: { status: string }[] }[] }} R
 * @param {R} first
 * @param {R} again of these files alone
 * @returns {R}
 */
export function withSecondRun(first, again) {
  const names = new Set(again.testResults.map(({ name }) => name));
  const repeated = first.testResults.filter(({ name }) => names.has(name)).flatMap((file) => file.assertionResults);
  const passedBefore = repeated.filter(({ status }) => status === 'passed').length;
  return {
    ...first,
    numPassedTests: first.numPassedTests - passedBefore + again.numPassedTests,
    numFailedTests: again.numFailedTests,
    numRuntimeErrorTestSuites: again.numRuntimeErrorTestSuites,
  };
}

/**
 * Returns the one line for machines, and whether the run counts as passed. A test file that could not be loaded is a failure, and so is a
 * run without tests, which would otherwise pass with everything broken.
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
