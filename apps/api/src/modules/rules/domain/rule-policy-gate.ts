import { ApiError } from '../../../platform/http/index.js';
import type { RulePolicy } from '../../organization-settings/index.js';

/** Fewer characters say nothing. */
const minReasonCharacters = 5;

/** Titles of the tests of a rule. */
export interface TestEvidence {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** What is put in force. */
export interface Publication {
  readonly reason: string | null;
  readonly isApproved: boolean;
  /** Points of each rule that is put in force, by its key; null where that is not known. */
  readonly rules: ReadonlyMap<string, number | null>;
  /** Points of the matrices of those rules, by their keys; what their rules share is counted once. */
  readonly matrices: ReadonlyMap<string, number>;
  /** What the tests of the rules came to, by their keys. */
  readonly tests: ReadonlyMap<string, TestEvidence>;
  /** Keys of the rules that will decide and have no guard. */
  readonly unguarded: readonly string[];
}

interface Point {
  readonly code: 'TESTS_FAILED' | 'EVIDENCE_MISSING' | 'COST_EXCEEDED' | 'REASON_REQUIRED';
  /** The setting that is not met, or the field of the request that is missing. */
  readonly path: string;
  readonly message: string;
  readonly cost?: Readonly<Record<string, number>>;
}

const overBudget = (
  costs: ReadonlyMap<string, number | null>,
  budget: number,
): readonly (readonly [string, number])[] =>
  [...costs].flatMap(([key, cost]) => (cost !== null && cost > budget ? [[key, cost] as const] : []));

/** Tests that fail, and what has to be shown before. Dry runs cannot be given, so who asks for them publishes nothing. */
function evidencePoints(
  { testsMustPass, minTests, requireDryRun, requireGuard, requireSecondPerson }: RulePolicy,
  publication: Publication,
): readonly Point[] {
  const { tests, isApproved } = publication;
  const missing = (path: string, message: string): Point => ({ code: 'EVIDENCE_MISSING', path, message });
  const points: Point[] = [];
  for (const [key, { failed }] of testsMustPass ? tests : []) {
    if (failed.length === 0) continue;
    const message = `Tests of the rule ${key} fail: ${failed.map((title) => JSON.stringify(title)).join(', ')}`;
    points.push({ code: 'TESTS_FAILED', path: 'testsMustPass', message });
  }
  for (const [key, { passed }] of tests)
    if (passed.length < minTests)
      points.push(missing('minTests', `${passed.length} tests of the rule ${key} pass, ${minTests} are asked for`));
  if (requireDryRun) points.push(missing('evidence', 'a dry run of this content is asked for'));
  if (requireSecondPerson && !isApproved)
    points.push(missing('requireSecondPerson', 'only changes of rules can be approved by a second person'));
  const unguarded = requireGuard ? publication.unguarded : [];
  for (const key of unguarded) points.push(missing('guard', `the rule ${key} has no guard, which is asked for`));
  return points;
}

function unmetPoints(policy: RulePolicy, publication: Publication): readonly Point[] {
  const { maxRuleCost, maxMatrixCost, requireReason } = policy;
  const { reason, rules, matrices } = publication;
  const points: Point[] = [...evidencePoints(policy, publication)];
  for (const [key, total] of overBudget(rules, maxRuleCost)) {
    const message = `The rule ${key} costs ${total}, the budget is ${maxRuleCost}`;
    points.push({ code: 'COST_EXCEEDED', path: 'maxRuleCost', message, cost: { total, budget: maxRuleCost } });
  }
  for (const [key, matrixTotal] of overBudget(matrices, maxMatrixCost)) {
    const message = `The rules of the matrix ${key} cost ${matrixTotal}, the budget is ${maxMatrixCost}`;
    points.push({
      code: 'COST_EXCEEDED',
      path: 'maxMatrixCost',
      message,
      cost: { matrixTotal, matrixBudget: maxMatrixCost },
    });
  }
  if (requireReason && (reason?.trim() ?? '').length < minReasonCharacters) {
    const message = `reason must say in ${minReasonCharacters} characters or more why what is in force changes`;
    points.push({ code: 'REASON_REQUIRED', path: 'reason', message });
  }
  return points;
}

/** Throws the first point of the policy that is not met, with all of them in its details, and what was counted. */
export function refuseUnmet(policy: RulePolicy, publication: Publication): void {
  const points = unmetPoints(policy, publication);
  const [first] = points;
  if (!first) return;
  const details = Object.fromEntries([...points].reverse().map(({ path, message }) => [path, message]));
  const cost = Object.assign({}, ...points.map((each) => each.cost ?? {}).reverse()) as Readonly<
    Record<string, number>
  >;
  throw new ApiError(first.code, first.message, details, Object.keys(cost).length > 0 ? { cost } : undefined);
}
