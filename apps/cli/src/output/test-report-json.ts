import { summarizeCoverage, type TestResult } from '@tamis/authoring/rule-tests';
import { inFile } from './print-json.js';
import type { TestOutput } from './print-test-report.js';

const resultJson = ({ title, rules, status, todoPasses, cases, diagnostics }: TestResult, file: string): object => ({
  file,
  rule: rules.length === 1 ? rules[0] : null,
  rules,
  test: title,
  status,
  ...(todoPasses ? { todoPasses } : {}),
  cases,
  diagnostics: diagnostics.map((diagnostic) => inFile(diagnostic, file)),
});

/** Returns the report in the form of `POST /rules/test`, with the file added to each result. */
export function testReportJson(
  outputs: readonly TestOutput[],
  durationMs: number,
  problems: readonly string[],
): object {
  const sum = (count: (output: TestOutput) => number): number => outputs.reduce((all, each) => all + count(each), 0);
  const mutants = outputs.flatMap(({ report }) => report.mutants ?? []);
  return {
    success:
      problems.length === 0 && !outputs.some(({ report }) => report.diagnostics.some((d) => d.severity === 'error')),
    passed: sum(({ report }) => report.passed),
    failed: sum(({ report }) => report.failed),
    todo: sum(({ report }) => report.todo),
    durationMs: Math.round(durationMs),
    results: outputs.flatMap(({ input, report }) => report.results.map((each) => resultJson(each, input.name))),
    diagnostics: outputs.flatMap(({ input, report }) => report.diagnostics.map((each) => inFile(each, input.name))),
    boundaries: outputs.flatMap(({ input, report }) => report.boundaries.map((each) => inFile(each, input.name))),
    coverage: summarizeCoverage(outputs.flatMap(({ report }) => report.leaves)),
    ...(mutants.length === 0
      ? {}
      : {
          mutants: {
            total: mutants.reduce((all, each) => all + each.total, 0),
            killed: mutants.reduce((all, each) => all + each.killed, 0),
            survivors: outputs.flatMap(({ input, report }) =>
              (report.mutants?.survivors ?? []).map((survivor) => ({ file: input.name, ...survivor })),
            ),
          },
        }),
    problems,
  };
}
