import type { ExpensiveTerm } from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import type { RulePolicy } from '../../../tenancy/organization-settings/index.js';
import type { Rule } from './rule.js';

/** Evidence about rules from a completed dry run. */
export interface DryRunEvidence {
  readonly dryRunId: string;
  /** Content hashes of the candidate's rules, including parameter values, by key. */
  readonly contentHashes: Readonly<Record<string, string>>;
  readonly finishedAt: Date;
}

/** Shorter reasons are not meaningful. */
export const minReasonCharacters = 5;

/** Test titles of a rule, by result. */
export interface TestEvidence {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** What is to be put in force. */
export interface Publication {
  readonly reason: string | null;
  readonly isApproved: boolean;
  /** The dry run that was named; `null` if none was. */
  readonly evidence: DryRunEvidence | 'unknown' | null;
  /** Hashes of the contents to be put in force, by rule key. */
  readonly contents: ReadonlyMap<string, string>;
  readonly now: Date;
  /** Cost points of each rule to be put in force, by key; null if unknown. */
  readonly rules: ReadonlyMap<string, number | null>;
  /** Returns their most expensive terms; only called if they cost too much. */
  readonly dearest: () => readonly ExpensiveTerm[];
  /** Cost points of the matrices of these rules, by key; parts shared by rules count once. */
  readonly matrices: ReadonlyMap<string, number>;
  /** Test results of the rules, by key. */
  readonly tests: ReadonlyMap<string, TestEvidence>;
  /** Keys of rules that will decide and have no guard. */
  readonly unguarded: readonly string[];
}

const violationCodes = [
  'TESTS_FAILED',
  'EVIDENCE_MISSING',
  'EVIDENCE_STALE',
  'COST_EXCEEDED',
  'REASON_REQUIRED',
] as const;

/** The errors of a change to what decides: a requirement that it does not meet, or tests that take too long. */
export const gateErrors = [...violationCodes, 'TOO_MANY_ITEMS'] as const;

export interface PolicyViolation {
  readonly code: (typeof violationCodes)[number];
  /** The unmet setting, or the missing field of the request. */
  readonly path: string;
  readonly message: string;
  readonly cost?: Readonly<Record<string, number>>;
}

const overBudget = (
  costs: ReadonlyMap<string, number | null>,
  budget: number,
): readonly (readonly [string, number])[] =>
  [...costs].flatMap(([key, cost]) => (cost !== null && cost > budget ? [[key, cost] as const] : []));

const dayMs = 86_400_000;

/** Checks that there is a dry run of each rule to be put in force, if required. */
function dryRunViolations(
  { requireDryRun, dryRunMaxAgeDays }: RulePolicy,
  publication: Publication,
): readonly PolicyViolation[] {
  const { evidence, contents } = publication;
  const point = (code: PolicyViolation['code'], message: string): readonly PolicyViolation[] => [
    { code, path: 'evidence', message },
  ];
  if (evidence === null) return requireDryRun ? point('EVIDENCE_MISSING', 'a dry run of this content is required') : [];
  if (evidence === 'unknown') return point('EVIDENCE_MISSING', 'there is no completed dry run with this id');
  if (!requireDryRun) return [];
  const other = [...contents].find(([key, hash]) => evidence.contentHashes[key] !== hash);
  if (other) return point('EVIDENCE_STALE', `the dry run tested other content of the rule ${other[0]}`);
  const days = (publication.now.getTime() - evidence.finishedAt.getTime()) / dayMs;
  return days <= dryRunMaxAgeDays ? [] : point('EVIDENCE_STALE', `the dry run is older than ${dryRunMaxAgeDays} days`);
}

/** Checks that tests pass, and other evidence that is required. */
function evidenceViolations(policy: RulePolicy, publication: Publication): readonly PolicyViolation[] {
  const { testsMustPass, minTests, requireSecondPerson } = policy;
  const { tests, isApproved } = publication;
  const missing = (path: string, message: string): PolicyViolation => ({ code: 'EVIDENCE_MISSING', path, message });
  const points: PolicyViolation[] = [];
  for (const [key, { failed }] of testsMustPass ? tests : []) {
    if (failed.length === 0) continue;
    const message = `Tests of the rule ${key} fail: ${failed.map((title) => JSON.stringify(title)).join(', ')}`;
    points.push({ code: 'TESTS_FAILED', path: 'testsMustPass', message });
  }
  for (const [key, { passed }] of tests)
    if (passed.length < minTests)
      points.push(missing('minTests', `${passed.length} tests of the rule ${key} pass, but ${minTests} are required`));
  points.push(...dryRunViolations(policy, publication));
  if (requireSecondPerson && !isApproved)
    points.push(missing('requireSecondPerson', 'only changes of rules can be approved by a second person'));
  points.push(...guardViolations(policy, publication.unguarded));
  return points;
}

/** Checks for rules that decide without a required guard. */
function guardViolations({ requireGuard }: RulePolicy, unguarded: readonly string[]): readonly PolicyViolation[] {
  if (!requireGuard || unguarded.length === 0) return [];
  const rules = unguarded.length === 1 ? `rule ${unguarded[0]}` : `rules ${unguarded.join(', ')}`;
  const message = `the ${rules} would decide without a guard, which the rule policy (requireGuard) requires: set one, or deactivate the rules without one`;
  return [{ code: 'EVIDENCE_MISSING', path: 'guard', message }];
}

/** Throws 422 `EVIDENCE_MISSING` if one of the rules decides without the guard that the policy requires. */
export function assertGuarded(policy: RulePolicy, rules: readonly Rule[]): void {
  const [point] = guardViolations(policy, unguardedRuleKeys(rules));
  if (point) throw new ApiError(point.code, point.message, { [point.path]: point.message });
}

/** Returns the keys of rules that decide and have no guard. */
export const unguardedRuleKeys = (rules: readonly Rule[]): readonly string[] =>
  rules.flatMap(({ status, enabled, guard, text }) =>
    status === 'active' && enabled && !guard ? [text.form.key] : [],
  );

/** Returns every requirement that is not met. */
export function policyViolations(policy: RulePolicy, publication: Publication): readonly PolicyViolation[] {
  const { maxRuleCost, maxMatrixCost, requireReason } = policy;
  const { reason, rules, matrices } = publication;
  const points: PolicyViolation[] = [...evidenceViolations(policy, publication)];
  for (const [key, total] of overBudget(rules, maxRuleCost)) {
    const message = `The rule ${key} costs ${total}, but the budget is ${maxRuleCost}`;
    points.push({ code: 'COST_EXCEEDED', path: 'maxRuleCost', message, cost: { total, budget: maxRuleCost } });
  }
  for (const [key, matrixTotal] of overBudget(matrices, maxMatrixCost)) {
    const message = `The rules of the matrix ${key} cost ${matrixTotal}, but the budget is ${maxMatrixCost}`;
    points.push({
      code: 'COST_EXCEEDED',
      path: 'maxMatrixCost',
      message,
      cost: { matrixTotal, matrixBudget: maxMatrixCost },
    });
  }
  if (requireReason && (reason?.trim() ?? '').length < minReasonCharacters) {
    const message = `reason must explain the change of active rules in at least ${minReasonCharacters} characters`;
    points.push({ code: 'REASON_REQUIRED', path: 'reason', message });
  }
  return points;
}

/** Throws the first unmet requirement of the policy, with all of them and the counts in its details. */
export function assertPolicyMet(policy: RulePolicy, publication: Publication): void {
  const points = policyViolations(policy, publication);
  const [first] = points;
  if (!first) return;
  const details = Object.fromEntries([...points].reverse().map(({ path, message }) => [path, message]));
  const costs = points.flatMap(({ cost }) => (cost ? [cost] : [])).reverse();
  const cost = Object.assign({ dearest: publication.dearest() }, ...costs) as object;
  throw new ApiError(first.code, first.message, details, costs.length > 0 ? { cost } : undefined);
}
