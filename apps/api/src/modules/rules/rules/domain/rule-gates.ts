import type { DiagnosticWithFrame } from './diagnostic-frames.js';
import type { DryRunEvidence, TestEvidence } from './rule-policy-gate.js';
import type { Rule } from './rule.js';

export const gateNames = ['checks', 'tests', 'cost', 'dryRun', 'guard', 'reason', 'secondPerson'] as const;
export type GateName = (typeof gateNames)[number];

/** A requirement for putting a version in force. */
export interface Gate {
  readonly gate: GateName;
  /** Whether it is required. */
  readonly isAsked: boolean;
  /** `null` if it depends on the request to publish. */
  readonly isMet: boolean | null;
  /** Descriptions of what is missing. */
  readonly messages: readonly string[];
}

/** All requirements for putting a version in force. */
export interface RuleGates {
  readonly rule: Rule;
  readonly version: number;
  readonly gates: readonly Gate[];
  readonly diagnostics: readonly DiagnosticWithFrame[];
  readonly tests: TestEvidence;
  readonly minTests: number;
  readonly cost: number | null;
  readonly maxCost: number;
  /** The last dry run of this content; `null` if there is none. */
  readonly dryRun: DryRunEvidence | null;
  readonly dryRunMaxAgeDays: number;
  readonly minReasonCharacters: number;
  /** Changes since the deciding version, in words. */
  readonly changes: readonly string[];
}
