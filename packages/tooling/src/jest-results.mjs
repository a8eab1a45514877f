/** More files than these that fail are no accident. */
const mostAgain = 8;

/**
 * Test files that are run again by themselves, since they may have failed only for want of the processor: none where many failed.
 *
 * @param {{ testResults: { name: string, status: string }[] } | undefined} results what jest wrote, if it came that far
 * @returns {string[]}
 */
export function filesToRunAgain(results) {
  const failed = results?.testResults.filter(({ status }) => status === 'failed') ?? [];
  return failed.length > mostAgain ? [] : failed.map(({ name }) => name);
}

/**
 * The results of a run after some of its files have run again: these count with what they came to the second time.
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
