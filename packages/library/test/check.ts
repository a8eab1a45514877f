import {
  checkFile,
  readRules,
  type CheckOptions,
  type CheckResult,
  type Declaration,
  type Diagnostic,
  type ListBinding,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

const lists: readonly ListBinding[] = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'blocked', type: 'custom' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'sanctioned', type: 'sanctions' },
  { id: '00000000-0000-4000-8000-000000000003', name: 'retired', type: 'custom', status: 'archived' },
  { id: '00000000-0000-4000-8000-000000000004', name: 'shared', type: 'custom', readOnly: true },
  { id: '00000000-0000-4000-8000-000000000005', name: 'addresses', type: 'ip_blocklist' },
];

const findList = (reference: string): ListBinding | null =>
  lists.find(({ id, name }) => reference === id || reference === name) ?? null;

const hour = libraryCatalogue.function('hour');
const oldHour: Declaration | null = hour && { ...hour, name: 'oldHour', deprecated: { successor: 'hour' } };

/** An organization with five lists, a team `fraud`, a user `ana`, and an old function that is kept for old rules. */
export const organization: CheckOptions = {
  catalogue: {
    ...libraryCatalogue,
    function: (name) => (name === 'oldHour' ? oldHour : libraryCatalogue.function(name)),
  },
  findList,
  findParty: (what, id) => (what === 'team' && id === 'fraud') || (what === 'user' && id === 'ana'),
  deadTriggers: () => ['scheduled'],
};

/** Reads and checks a source in the context of `organization`. */
export function checkSource(
  source: string,
  options: Partial<CheckOptions> = {},
): CheckResult & { readonly diagnostics: readonly Diagnostic[] } {
  const { file, diagnostics } = readRules(source);
  const checked = checkFile(file, { ...organization, ...options, source });
  return { ...checked, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

/** Returns a transaction rule with a condition, and the given text before and after it. */
export const rule = (when: string, { before = '', lets = '', then = '' } = {}): string =>
  `${before}\nrule r {\n  on transaction\n  ${lets}\n  when ${when}\n  ${then}\n}\n`;

/** Returns the codes of the findings about a condition. */
export const codesOf = (when: string, around: { before?: string; lets?: string; then?: string } = {}): string[] =>
  checkSource(rule(when, around)).diagnostics.map(({ code }) => code);
