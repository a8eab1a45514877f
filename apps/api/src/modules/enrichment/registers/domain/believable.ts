import type { RegisterFormat } from './register-file.js';

/** What was read of a file. */
export interface ReadFile {
  readonly facts: number;
  readonly unreadable: number;
  /** What the end of the file says; null: it has no end. */
  readonly end: { readonly generatedAt: string; readonly facts: number } | null;
}

/** The version that serves now. */
export interface CurrentVersion {
  readonly facts: number;
  readonly generatedAt: Date;
}

/** Of what the end of a file says that it has; whether it counts every kind of line is not documented. */
const mostMissing = 0.01;
const mostLost = 0.1;
const mostUnreadable = 0.05;

/** Why a file is kept aside while the current version serves on. None: it is believed. */
export function doubtsOf(
  { facts, unreadable, end }: ReadFile,
  { minFacts }: Pick<RegisterFormat, 'minFacts'>,
  current: CurrentVersion | null,
): readonly string[] {
  const doubts: string[] = [];
  if (end === null) doubts.push('the file has no end: it was cut, or is one part of several');
  else if (facts + unreadable < end.facts * (1 - mostMissing))
    doubts.push(`its end says ${end.facts} entries, and ${facts + unreadable} came`);
  if (facts < minFacts) doubts.push(`${facts} entries are fewer than the ${minFacts} that this register has at least`);
  if (unreadable > (facts + unreadable) * mostUnreadable) doubts.push(`${unreadable} lines cannot be read`);
  if (current !== null && facts < current.facts * (1 - mostLost))
    doubts.push(`${facts} entries are over 10 percent fewer than the current ${current.facts}`);
  if (current !== null && end !== null && Date.parse(end.generatedAt) < current.generatedAt.getTime())
    doubts.push('it is older than the current version');
  return doubts;
}
