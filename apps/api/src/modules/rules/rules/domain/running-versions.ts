import { isPublished, type RuleStatus } from './rule-status.js';
import type { Rule } from './rule.js';

export type RunningVersions = Pick<Rule, 'activeVersion' | 'shadowVersion'>;

/** Returns the version whose content counts as that of the published rule: the version that decides, otherwise the one in shadow. */
export const versionInForce = ({ activeVersion, shadowVersion }: RunningVersions): number | null =>
  activeVersion ?? shadowVersion;

/** Whether the newest version of a published rule is not published yet. */
export const hasUnpublishedVersion = (rule: Rule): boolean =>
  isPublished(rule.status) && versionInForce(rule) !== rule.version;

/** The versions to be executed that a change requests. */
export interface VersionRequest {
  readonly status: RuleStatus;
  /** The active version after the change. */
  readonly inForce: number;
  /** Whether the request names the status, which also ends the shadow execution of another version. */
  readonly isMove: boolean;
}

/** Returns the versions that are executed after a change. */
export function nextVersions(before: Rule, { status, inForce, isMove }: VersionRequest): RunningVersions {
  if (!isPublished(status)) return { activeVersion: null, shadowVersion: null };
  if (status === 'shadow') return { activeVersion: null, shadowVersion: inForce };
  const beside = isMove || before.status !== 'active' ? null : before.shadowVersion;
  return { activeVersion: inForce, shadowVersion: beside === inForce ? null : beside };
}
