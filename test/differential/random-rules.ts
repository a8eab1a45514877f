import { checkRuleSet, type MatrixContent, type RuleSetContent, type SetRule } from '@tamis/engine';
import { setOf } from './differential.js';
import { conditionOf, goals, group, type Goal } from './random-language.js';
import type { Random } from './random.js';

export const declarations = 'list watched = "watched"\nlist gone = "gone"';

const actions = [
  'alert HIGH "{origin.name} {transaction.amount}" once per origin in 24h',
  'alert LOW "plain" once per origin',
  'alert CRITICAL "at {transaction.transactedAt}" with { type: "AML" }',
  'suggest FLAG',
  'suggest SUSPEND',
  'suggest BLOCK',
  'set status of origin to under_review because "{origin.name}"',
  'set status of destination to blocked',
  'set status of transaction to SUSPENDED because "Large"',
  'assign to team "payments-desk"',
  'assign to user "00000000-0000-4000-8000-000000000001"',
  'add origin.taxId to watched because "seen"',
  'add origin.name to watched, transaction.channel to watched',
  'open case LOW "{transaction.channel}"',
  'open case HIGH "{origin.riskScore} {transaction.metadata.x}"',
  'run automation "a-1"',
  'notify email "{origin.name}" with { recipients: ["desk@example.com"] }',
  'key "k1"',
  'key "k2"',
];

function actionsText(random: Random): string {
  const chosen = random.several(0, 2, () => random.pick(actions));
  // A rule has one suggestion and sets each thing's status once.
  const different = chosen.filter(
    (text, index) => chosen.findIndex((each) => each.slice(0, 5) === text.slice(0, 5)) === index,
  );
  return different.length > 0 ? `then ${different.join('\n       ')}` : '';
}

export const matrix: MatrixContent = {
  matrixId: 'a0000000-0000-4000-8000-000000000001',
  key: 'm',
  name: 'M',
  version: 1,
  status: 'active',
  scale: { minimum: 0, maximum: 200 },
  thresholds: { low: 10, medium: 50, high: 90 },
  bands: [
    { decision: 'HOLD', from: 30 },
    { decision: 'REJECT', from: 100 },
  ],
  otherwise: 'APPROVE',
};

interface RuleParts {
  readonly key: string;
  readonly condition: string;
  readonly header?: string;
}

/** A rule with headers and actions at random. */
export function ruleText({ key, condition, header = '' }: RuleParts, random: Random): string {
  const bound = random.chance(0.2) ? `let extra = ${conditionOf(random)}\n` : '';
  return `${declarations}
rule ${key} "Rule ${key}" {
  on transaction${random.pick(['', '', '', ' (created)', ' (updated)'])} ${header}
  score ${random.pick(['0', '30', '-20', '79.9', '0.1'])} priority ${random.pick(['1', '50'])} ${random.chance(0.2) ? 'stop on match' : ''} ${random.chance(0.1) ? 'mode shadow' : ''}
  ${bound}when ${bound === '' ? condition : `(${condition}) or extra`}
  ${random.pick(['', 'unknown ignore', 'unknown review', 'unknown hit'])}
  ${actionsText(random)}
}`;
}

export interface CheckedSet {
  readonly content: RuleSetContent;
  readonly rules: readonly SetRule[];
}

/** Rules the checker takes, the first around a goal. Null: it took none of several attempts. */
export function acceptedSet(goal: Goal, random: Random): CheckedSet | null {
  const inMatrix = random.chance(0.15);
  const header = inMatrix ? 'matrix m' : '';
  for (let attempt = 0; attempt < 5; attempt++) {
    const first = attempt < 2 ? group(goal, random) : goal(random);
    const several = [first, ...(random.chance(0.4) ? [conditionOf(random)] : [])];
    const sources = several.map((condition, index) =>
      ruleText({ key: `rule_${index + 1}`, condition, header }, random),
    );
    for (const kept of sources.length > 1 ? [sources, sources.slice(0, 1)] : [sources]) {
      const content = {
        ...setOf(kept),
        ...(inMatrix ? { matrices: [matrix], defaultMatrices: { transaction: ['m'] } } : {}),
      };
      const checked = checkRuleSet(content);
      if (checked.ok) return { content, rules: checked.value };
    }
  }
  return null;
}

export const goalAt = (index: number): Goal => goals[index % goals.length] as Goal;
