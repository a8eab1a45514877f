import type { DiagnosticWithFrame } from './diagnostic-frames.js';
import type { DryRunEvidence, TestEvidence } from './rule-policy-gate.js';
import type { Rule } from './rule.js';

export const gateNames = ['checks', 'tests', 'cost', 'dryRun', 'guard', 'reason', 'secondPerson'] as const;
export type GateName = (typeof gateNames)[number];

/** One thing that stands between a version and its being in force. */
export interface Gate {
  readonly gate: GateName;
  /** Whether it must be met. */
  readonly isAsked: boolean;
  /** Null: the request to publish will say. */
  readonly isMet: boolean | null;
  /** What is not met, in words. */
  readonly messages: readonly string[];
}

/** Everything that putting a version in force will be asked for. */
export interface RuleGates {
  readonly rule: Rule;
  readonly version: number;
  readonly gates: readonly Gate[];
  readonly diagnostics: readonly DiagnosticWithFrame[];
  readonly tests: TestEvidence;
  readonly minTests: number;
  readonly cost: number | null;
  readonly maxCost: number;
  /** The last one of this content; null: there is none. */
  readonly dryRun: DryRunEvidence | null;
  readonly dryRunMaxAgeDays: number;
  readonly minReasonCharacters: number;
  /** Since the version that decides, in words. */
  readonly changes: readonly string[];
}
