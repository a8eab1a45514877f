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
