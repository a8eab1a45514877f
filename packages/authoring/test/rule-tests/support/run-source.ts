import { runRuleTests, type RuleTestOptions, type RuleTestReport } from '../../../src/rule-tests/index.js';
import { referenceOracle } from './reference-oracle.js';

/** Executes the tests of a source on the engine and on the reference implementation; errors of the source fail the calling test. */
export function runSource(source: string, options: RuleTestOptions = {}): RuleTestReport {
  const report = runRuleTests(source, { oracle: referenceOracle, ...options });
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new Error(errors.map(({ code, message, range }) => `${code} ${range?.start.line}: ${message}`).join('\n'));
  return report;
}

/** Returns the result of each test: `passed`, or its actual result. */
export const gotOf = ({ results }: RuleTestReport): string[] =>
  results.map(({ cases }) => {
    const got = cases.flatMap((each) => each.got);
    return got.length === 0 ? 'passed' : got.join(' | ');
  });
