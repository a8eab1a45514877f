import type { RegisterFormat } from './register-file.js';

/** Result of reading a file. */
export interface ReadFile {
  readonly facts: number;
  readonly unreadable: number;
  /** Content of the file's last line; `null` if it is missing. */
  readonly end: { readonly generatedAt: string; readonly facts: number } | null;
}

/** The version currently in use. */
export interface CurrentVersion {
  readonly facts: number;
  readonly generatedAt: Date;
}

/**
 * Tolerated share of missing entries compared with the count in the last line, since it is not documented whether that includes every kind
 * of line.
 */
const mostMissing = 0.01;
const mostLost = 0.1;
const mostUnreadable = 0.05;

/** Returns reasons why a file is held back while the current version stays in use. If there are none, the file is accepted. */
export function doubtsOf(
  { facts, unreadable, end }: ReadFile,
  { minFacts }: Pick<RegisterFormat, 'minFacts'>,
  current: CurrentVersion | null,
): readonly string[] {
  const doubts: string[] = [];
  if (end === null) doubts.push('the file has no end record: it was truncated, or is one part of several');
  else if (facts + unreadable < end.facts * (1 - mostMissing))
    doubts.push(`its end record says ${end.facts} entries, but it has ${facts + unreadable}`);
  if (facts < minFacts) doubts.push(`${facts} entries are fewer than the minimum of ${minFacts} for this register`);
  if (unreadable > (facts + unreadable) * mostUnreadable) doubts.push(`${unreadable} lines cannot be read`);
  if (current !== null && facts < current.facts * (1 - mostLost))
    doubts.push(`${facts} entries are more than 10 percent fewer than the current ${current.facts}`);
  if (current !== null && end !== null && Date.parse(end.generatedAt) < current.generatedAt.getTime())
    doubts.push('it is older than the current version');
  return doubts;
}
