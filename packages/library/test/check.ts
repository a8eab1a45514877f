import { checkFile, readRules, type CheckResult, type Diagnostic, type ListBinding } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

const lists: readonly ListBinding[] = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'blocked', type: 'custom' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'sanctioned', type: 'sanctions' },
];

const findList = (reference: string): ListBinding | null =>
  lists.find(({ id, name }) => reference === id || reference === name) ?? null;

/** Reads and checks a source of an organization with two lists, `blocked` (custom) and `sanctioned`. */
export function checkSource(source: string): CheckResult & { readonly diagnostics: readonly Diagnostic[] } {
  const { file, diagnostics } = readRules(source);
  const checked = checkFile(file, { catalogue: libraryCatalogue, findList });
  return { rules: checked.rules, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

/** A transaction rule around a condition and whatever stands before and behind it. */
export const rule = (when: string, { lets = '', then = '' } = {}): string =>
  `rule r {\n  on transaction\n  ${lets}\n  when ${when}\n  ${then}\n}\n`;

/** Codes of the findings about a condition. */
export const codesOf = (when: string, around: { lets?: string; then?: string } = {}): string[] =>
  checkSource(rule(when, around)).diagnostics.map(({ code }) => code);
