import { isPublished, type RuleStatus } from './rule-status.js';
import type { Rule } from './rule.js';

export type RunningVersions = Pick<Rule, 'activeVersion' | 'shadowVersion'>;

/** The version whose content counts as that of the rule in force: the one that decides, else the one in shadow. */
export const versionInForce = ({ activeVersion, shadowVersion }: RunningVersions): number | null =>
  activeVersion ?? shadowVersion;

/** Whether the newest version of a rule in force waits for its publication. */
export const hasUnpublishedVersion = (rule: Rule): boolean =>
  isPublished(rule.status) && versionInForce(rule) !== rule.version;

/** What a change asks of the versions that run. */
export interface VersionRequest {
  readonly status: RuleStatus;
  /** The version in force after the change. */
  readonly inForce: number;
  /** Whether the request names the status, which ends a run in shadow beside the version that decides. */
  readonly isMove: boolean;
}

/** Which versions run after a change. */
export function nextVersions(before: Rule, { status, inForce, isMove }: VersionRequest): RunningVersions {
  if (!isPublished(status)) return { activeVersion: null, shadowVersion: null };
  if (status === 'shadow') return { activeVersion: null, shadowVersion: inForce };
  const beside = isMove || before.status !== 'active' ? null : before.shadowVersion;
  return { activeVersion: inForce, shadowVersion: beside === inForce ? null : beside };
}
