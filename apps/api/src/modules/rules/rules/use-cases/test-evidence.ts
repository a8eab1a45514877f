import { readRules, type Target } from '@tamis/lang';

import { type LibraryNames, sourceWithDeclarations, usedDeclarations } from '../domain/library-names.js';
import { parseSource } from '../domain/parse-source.js';
import type { MatrixTextLookup } from '../domain/matrix-texts.js';
import type { TestEvidence } from '../domain/rule-policy-gate.js';
import type { Rule } from '../domain/rule.js';
import { runTestsInWorker } from './run-tests-in-worker.js';

const allTargets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

/**
 * Returns the test results of each rule, by key, with parameters at their defaults, whatever they are set to. A rule without tests costs
 * nothing. A matrix without a text (a shared one) has the default bands of a matrix that is only named.
 */
export async function testEvidence(
  rules: readonly Pick<Rule, 'text'>[],
  matrixTextOf: MatrixTextLookup,
  shared: LibraryNames,
): Promise<ReadonlyMap<string, TestEvidence>> {
  const evidence = new Map<string, TestEvidence>();
  for (const { text } of rules) {
    const { key } = text.form;
    const { rule, file: own } = parseSource(text.source);
    const source = sourceWithDeclarations(text.source, usedDeclarations(rule, own, { ...shared, parameters: {} }));
    const named = Object.keys(text.matrices);
    const { file } = readRules(source);
    const hasTests = file.tests.length > 0 || file.rules.some(({ tests }) => tests.length > 0);
    const tested =
      hasTests &&
      (await runTestsInWorker({
        files: [{ name: `${key}.rules`, source, lists: text.lists }],
        sharesDeclarations: false,
        shared: { source: named.flatMap((matrix) => matrixTextOf(matrix) ?? []).join('\n') },
        matrices: Object.fromEntries(named.map((matrix) => [matrix, allTargets])),
        tests: null,
        mutants: false,
      }));
    const results = tested ? tested.results : [];
    const of = (status: string): readonly string[] =>
      results.filter((each) => each.status === status).map(({ test }) => test);
    evidence.set(key, { passed: of('passed'), failed: of('failed') });
  }
  return evidence;
}
