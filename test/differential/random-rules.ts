import { checkRuleSet, type MatrixContent, type RuleSetContent, type SetRule } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import { setOf } from './differential.js';
import { conditionOf, expression, goals, group, type Goal } from './random-language.js';
import { declarationsOf } from './declared-names.js';
import { hardZones } from './hard-values.js';
import { samplesOf, type Author } from './language-samples.js';

/** Actions for any subject, whose party is called `PARTY`. */
const anywhere = [
  'alert LOW "plain" once per PARTY',
  'alert HIGH "{PARTY.name} for {span}, {PARTY.riskScore}" once per PARTY in 24h',
  'alert CRITICAL "at {now}" with { type: "AML" }',
  'suggest FLAG',
  'suggest SUSPEND',
  'suggest BLOCK',
  'assign to team "payments-desk"',
  'assign to user "00000000-0000-4000-8000-000000000001"',
  'open case HIGH "{PARTY.riskScore} {PARTY.attributes.limit}"',
  'run automation "a-1"',
  'notify email "{PARTY.name}" with { recipients: ["desk@example.com"] }',
  'key "k1"',
  'key "k2"',
];
const additions = ['add PARTY.taxId to watched because "seen"', 'add PARTY.name to watched, PARTY.email to watched'];

const actionsOf: Readonly<Record<Target, readonly string[]>> = {
  transaction: [
    ...anywhere,
    ...additions,
    'alert HIGH "{origin.name} {transaction.amount}" once per transaction.channel in 90m',
    'set status of origin to under_review because "{origin.name}"',
    'set status of destination to blocked because "seen"',
    'set status of transaction to SUSPENDED because "Large"',
    'open case LOW "{transaction.channel}"',
  ],
  person: [...anywhere, ...additions, 'set status to under_review', 'set status to blocked because "{entity.name}"'],
  company: [...anywhere, ...additions, 'set status to suspended because "seen"'],
  userEvent: [...anywhere, 'set status of entity to under_review'],
};

function actionsText(random: Author): string {
  const { target } = random.samples;
  const party = target === 'transaction' ? 'origin' : 'entity';
  const chosen = random.several(0, 2, () => random.pick(actionsOf[target]).replaceAll('PARTY', party));
  // A rule has at most one suggestion and sets each status at most once.
  const different = chosen.filter(
    (text, index) => chosen.findIndex((each) => each.slice(0, 5) === text.slice(0, 5)) === index,
  );
  return different.length > 0 ? `then ${different.join('\n       ')}` : '';
}

const scopes = [
  'scope { countries: ["BR", "AR"] }',
  'scope { countries: ["US"], entityTypes: ["company"] }',
  'scope { entityTypes: ["person"] }',
];
const paymentScopes = ['scope { transactionTypes: ["TRANSFER"] }', 'scope { paymentMethods: ["CARD", "PIX"] }'];
const periods = [
  'effective from 2026-01-15',
  'effective from 2025-01-01 until 2026-01-15',
  'effective from 2025-01-01 until 2026-01-14',
  'effective from 2026-01-15T12:00:00Z until 2026-01-15T12:00:00Z',
];

/** Returns the headers that restrict for whom and when a rule applies. */
function restrictions(random: Author): string {
  const { target } = random.samples;
  const scope = target === 'transaction' ? [...scopes, ...paymentScopes] : scopes;
  return [
    random.chance(0.1) ? random.pick(scope) : '',
    random.chance(0.1) ? random.pick(periods) : '',
    random.chance(0.1) ? 'evaluate async' : '',
  ].join(' ');
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

/** Some conditions use lets defined before them. */
function withLets(condition: string, random: Author): { readonly lets: string; readonly when: string } {
  if (random.chance(0.2))
    return {
      lets: `let extra = ${conditionOf(random)}\n  let other = not extra`,
      when: `(${condition}) or (extra and not other)`,
    };
  if (random.chance(0.1))
    return {
      lets: `let amount_of = ${expression('number', random, 1)}`,
      when: `(${condition}) or amount_of > FIVE`,
    };
  return { lets: '', when: condition };
}

/** Returns a rule with random headers and actions, and with the declarations that it refers to. */
export function ruleText({ key, condition, header = '' }: RuleParts, random: Author): string {
  const { target } = random.samples;
  // Fields of only one of the two cannot be used in a rule for both.
  const isForBoth = target !== 'transaction' && target !== 'userEvent' && !/company|person/.test(condition);
  const { lets, when } = withLets(condition, random);
  const rule = `rule ${key} "Rule ${key}" {
  on ${isForBoth && random.chance(0.3) ? 'person, company' : target}${random.pick(['', '', '', ' (created)', ' (updated)'])} ${header}
  score ${random.pick(['0', '30', '-20', '79.9', '0.1'])} priority ${random.pick(['1', '50'])} ${random.chance(0.2) ? 'stop on match' : ''} ${random.chance(0.1) ? 'mode shadow' : ''}
  ${restrictions(random)}
  ${lets}
  when ${when}
  ${random.pick(['', 'unknown ignore', 'unknown review', 'unknown hit'])}
  ${actionsText(random)}
}`;
  return `${declarationsOf(rule)}\n${rule}`;
}

export interface CheckedSet {
  readonly content: RuleSetContent;
  readonly rules: readonly SetRule[];
  /** Target of the rules. */
  readonly target: Target;
}

/** Time zones whose days begin and end at different hours, some of which change twice a year. */
const timezones = ['America/Sao_Paulo', 'America/Sao_Paulo', 'America/New_York', 'Asia/Kathmandu', 'UTC', ...hardZones];

/** Most rules are for transactions, and some parts of the language can only be used for these. */
const targetAt = (attempt: number, random: Author): Target =>
  attempt > 2 || random.chance(0.7) ? 'transaction' : random.pick(['person', 'company', 'userEvent']);

/** Returns rules that the checker accepts, the first of them for a goal. `null` if none of several attempts was accepted. */
export function acceptedSet(goal: Goal, random: Author): CheckedSet | null {
  const inMatrix = random.chance(0.15);
  const header = inMatrix ? 'matrix m' : '';
  const timezone = random.pick(timezones);
  for (let attempt = 0; attempt < 7; attempt++) {
    const target = targetAt(attempt, random);
    random.samples = samplesOf[target];
    const first = attempt < 4 ? group(goal, random) : goal(random);
    const several = [first, ...(random.chance(0.4) ? [conditionOf(random)] : [])];
    const sources = several.map((condition, index) =>
      ruleText({ key: `rule_${index + 1}`, condition, header }, random),
    );
    for (const kept of sources.length > 1 ? [sources, sources.slice(0, 1)] : [sources]) {
      const content = {
        ...setOf(kept),
        timezone,
        ...(inMatrix ? { matrices: [matrix], defaultMatrices: { [target]: ['m'] } } : {}),
      };
      const checked = checkRuleSet(content);
      if (checked.ok) return { content, rules: checked.value, target };
    }
  }
  return null;
}

export const goalAt = (index: number): Goal => goals[index % goals.length] as Goal;
