import {
  analyseRules,
  type CheckedRule,
  type ConditionFinding,
  type Expression,
  type RuleFinding,
  type Witness,
} from '@tamis/lang';
import type { InterpreterInput } from '@tamis/reference';
import { conditionDeclarations, propertyRuns, relatedConditions, subjects } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { check, contextOf, matrix, replaced, ruleText, truthOf, worldOf } from './analysed-set.js';

const runs = propertyRuns(1_000);

/** Contexts on which findings are tested; each test case uses some of them. */
const worlds = fc
  .sample(subjects, { seed: 20_260_301, numRuns: 2_000 })
  .map(({ context, records }) => worldOf(context, records));
const worldsPerRun = 40;
/** Each rewrite requires a check of the whole source. */
const rewritesPerRun = 2;

/** Returns the group of which a node is an item. */
function groupOf(node: Expression, root: Expression): Expression | null {
  const items = 'items' in root ? root.items : 'operand' in root ? [root.operand] : [];
  if (items.includes(node)) return root;
  for (const item of items) {
    const found = groupOf(node, item);
    if (found) return found;
  }
  return null;
}

/** Returns the rule with a part of its condition replaced by other text. */
function rewritten(source: string, finding: ConditionFinding, text: string): CheckedRule {
  const { range } = finding.node;
  if (!range) throw new Error('the part was read from text');
  const rule = check(replaced(source, range, text)).rules.find(({ key }) => key === finding.rule.key);
  if (!rule) throw new Error('the rule is still right');
  return rule;
}

/** Returns a check that describes how a context contradicts the finding, or returns `null` if it does not. */
function conditionProblem(finding: ConditionFinding, source: string): (world: InterpreterInput) => string | null {
  const { rule, node, kind } = finding;
  const { condition } = rule;
  switch (kind) {
    case 'neverTrue':
      return (world) => (truthOf(node, rule, world) === true ? 'it is true' : null);
    case 'neverFalse':
      return (world) => (truthOf(node, rule, world) === false ? 'it is false' : null);
    case 'deadBranch': {
      const without = rewritten(source, finding, '1 = 2');
      return (world) =>
        (truthOf(condition, rule, world) === true) === (truthOf(without.condition, without, world) === true)
          ? null
          : 'the rule hits elsewhere without it';
    }
    case 'redundant': {
      const without = rewritten(source, finding, groupOf(node, condition)?.kind === 'and' ? '1 = 1' : '1 = 2');
      return (world) =>
        truthOf(condition, rule, world) === truthOf(without.condition, without, world)
          ? null
          : 'the outcome is another one without it';
    }
  }
}

function ruleProblem({ kind, rule, wider }: RuleFinding): (world: InterpreterInput) => string | null {
  return (world) => {
    const [narrow, wide] = [rule, wider].map((each) => truthOf(each.condition, each, world) === true);
    if (narrow && !wide) return 'only the narrower one hits';
    return kind === 'equal' && wide && !narrow ? 'only the other one hits' : null;
  };
}

const sourceOf = (conditions: readonly string[]): string =>
  `${matrix}${conditionDeclarations}${conditions.map((when, index) => ruleText(`r${index}`, when, 40)).join('')}`;

describe('analysis findings', () => {
  const seen: Record<string, number> = {};

  it('are never contradicted by a context', () => {
    fc.assert(
      fc.property(relatedConditions, fc.nat(worlds.length - worldsPerRun), (conditions, first) => {
        const source = sourceOf(conditions);
        let rewrites = 0;
        for (const finding of analyseRules(check(source).rules)) {
          seen[finding.kind] = (seen[finding.kind] ?? 0) + 1;
          if (finding.kind === 'score') continue;
          const isRewritten = finding.kind === 'deadBranch' || finding.kind === 'redundant';
          if (isRewritten && (rewrites += 1) > rewritesPerRun) continue;
          const problem = 'wider' in finding ? ruleProblem(finding) : conditionProblem(finding, source);
          for (const world of worlds.slice(first, first + worldsPerRun)) {
            const found = problem(world);
            if (found !== null) throw new Error(`${found}: ${JSON.stringify(world.context)}`);
          }
        }
      }),
      runs,
    );
  });

  it('include every kind', () => {
    for (const kind of ['neverTrue', 'neverFalse', 'deadBranch', 'redundant', 'subsumed', 'equal'])
      expect([kind, (seen[kind] ?? 0) > runs.numRuns / 200]).toEqual([kind, true]);
  });

  it('have witnesses that demonstrate them', () => {
    let tried = 0;
    const isTrue = (rule: CheckedRule, node: Expression, witness: Witness | null): void => {
      if (!witness || Object.keys(witness.facts).length > 0) return;
      tried += 1;
      expect([witness, truthOf(node, rule, worldOf(contextOf(witness)))]).toEqual([witness, true]);
    };
    fc.assert(
      fc.property(relatedConditions, (conditions) => {
        for (const finding of analyseRules(check(sourceOf(conditions)).rules)) {
          const { kind, rule } = finding;
          if (kind === 'score') continue;
          if ('wider' in finding) {
            for (const each of [rule, finding.wider]) isTrue(each, each.condition, finding.witness);
            isTrue(finding.wider, finding.wider.condition, finding.onlyWider);
            continue;
          }
          isTrue(rule, finding.node, finding.witness);
          for (const { node, witness } of finding.grounds) isTrue(rule, node, witness);
        }
      }),
      runs,
    );
    expect(tried).toBeGreaterThan(runs.numRuns / 10);
  });
});
