import type { Cause } from '@tamis/lang';
import type { RuleOutcome, LeafOutcome, RunOutcome } from '../evaluate/run-outcome.js';
import type { CompiledRuleSet, SetRule } from '../rule-set/compiled-rule-set.js';
import type { AppliedActions } from './applied-actions.js';
import { describeCause } from './describe-cause.js';
import { matricesExecuted } from './matrices-executed.js';

/** Gives `rulesExecutionSummary` (shapes 5.4) as JSON text. Keeps no reference to what it is given. */
export interface Summary {
  render(outcome: RunOutcome, applied: AppliedActions): string;
}

export interface SummaryOptions {
  /** `hits`: `rulesNoHit` lists only rules that are unknown. */
  readonly list?: 'all' | 'hits';
}

/** A rule's item, cut where a run adds something. */
interface PreparedItem {
  readonly head: string;
  /** Each leaf up to, not including, its closing brace. */
  readonly conditions: readonly { readonly id: string; readonly open: string }[];
  readonly tail: string;
  readonly unknownPolicy: string;
}

const members = (object: object): string => JSON.stringify(object).slice(1, -1);

function prepareItem(
  { content, checked, items, actions, shadow }: SetRule,
  matrixIds: ReadonlyMap<string, string>,
): PreparedItem {
  const head = members({
    ruleId: content.ruleId,
    ruleKey: checked.key,
    ruleExternalId: content.externalId,
    ruleVersion: content.version,
    riskMatrixIds: checked.matrices.map((key) => matrixIds.get(key) ?? key),
    name: checked.name,
    description: checked.description,
    score: checked.score,
    priority: checked.priority,
    category: checked.category,
    status: shadow ? 'shadow' : content.status,
  });
  const conditions = items.map(({ id, field, operator, value }) => ({
    id,
    open: `{${members({ id, field, operator, ...(value === null ? {} : { value }) })}`,
  }));
  return {
    head: `{${head},"outcome":`,
    conditions,
    tail: `,"actions":${JSON.stringify(actions)}}`,
    unknownPolicy: checked.unknownPolicy,
  };
}

const noHit = ({ head, conditions, tail }: PreparedItem): string =>
  `${head}"no_hit","conditions":[${conditions.map(({ open }) => `${open}}`).join(',')}]${tail}`;

function leafText({ open }: { readonly open: string }, leaf: LeafOutcome | undefined): string {
  if (!leaf) return `${open}}`;
  const { actual, outcome, because } = leaf;
  const found = {
    ...(actual === undefined ? {} : { actual }),
    outcome,
    ...(because ? { because: cause(because) } : {}),
  };
  return `${open},${members(found)}}`;
}

const cause = (known: Cause, conditionId?: string) => ({
  ...known,
  ...(conditionId === undefined ? {} : { conditionId }),
  message: describeCause(known),
});

const same = (a: Cause, b: Cause): boolean =>
  a.cause === b.cause && a.path === b.path && a.listId === b.listId && a.detail === b.detail;

function causes(item: PreparedItem, { causes: known = [], leaves }: RuleOutcome): string {
  const listed = known.map((each) => {
    const leaf = leaves.find(({ because }) => because && same(because, each));
    return cause(each, leaf && item.conditions[leaf.index]?.id);
  });
  return JSON.stringify(listed);
}

function found(item: PreparedItem, rule: RuleOutcome): string {
  const conditions = item.conditions.map((condition, index) =>
    leafText(
      condition,
      rule.leaves.find((leaf) => leaf.index === index),
    ),
  );
  const unknown =
    rule.outcome === 'unknown' ? `,"unknownPolicy":"${item.unknownPolicy}","unknownBecause":${causes(item, rule)}` : '';
  return `${item.head}"${rule.outcome}"${unknown},"conditions":[${conditions.join(',')}]${item.tail}`;
}

/** All no-hit items of a set in one text, so that neighbours are copied as one slice. */
class NoHitText {
  private readonly text: string;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(items: readonly PreparedItem[]) {
    const parts: string[] = [];
    let at = 0;
    for (const item of items) {
      const part = noHit(item);
      this.starts.push(at);
      this.ends.push(at + part.length);
      // The comma between neighbours.
      at += part.length + 1;
      parts.push(part);
    }
    this.text = parts.join(',');
  }

  /** Items of rules `first` to `last`, both included. */
  slice(first: number, last: number): string {
    return this.text.slice(this.starts[first], this.ends[last]);
  }
}

/** Texts of `rulesNoHit`, in set order: runs of plain items as slices, unknown rules in their places. */
function noHits(outcome: RunOutcome, items: readonly PreparedItem[], plain: NoHitText | null): string {
  const special = new Map(outcome.outcomes.map((rule) => [rule.rule, rule]));
  const parts: string[] = [];
  let first = -1;
  let last = -1;
  const flush = (): void => {
    if (first >= 0 && plain) parts.push(plain.slice(first, last));
    first = -1;
  };
  for (const index of outcome.evaluated) {
    const rule = special.size > 0 ? special.get(index) : undefined;
    if (!rule) {
      if (first >= 0 && index !== last + 1) flush();
      if (first < 0) first = index;
      last = index;
      continue;
    }
    flush();
    if (!rule.counts) parts.push(found(items[index] as PreparedItem, rule));
  }
  flush();
  return parts.join(',');
}

function executed(
  outcome: RunOutcome,
  { alerts, status, customKeys, assigned, skipped, failed }: AppliedActions,
): object {
  return {
    alerts,
    suggestion: outcome.suggestion,
    status,
    assignedUser: assigned?.type === 'user' ? { userId: assigned.id } : null,
    ...(assigned?.type === 'team' ? { assignedTeam: { teamId: assigned.id } } : {}),
    ...(customKeys.length > 0 ? { customKeys } : {}),
    ...(skipped && skipped.length > 0 ? { skipped } : {}),
    ...(failed && failed.length > 0 ? { failed } : {}),
  };
}

/** Prepares the text of every rule's item once, so that a summary costs its hits, not its rules. */
export function prepareSummary(
  { rules, version, matrices }: Pick<CompiledRuleSet, 'rules' | 'version' | 'matrices'>,
  { list = 'all' }: SummaryOptions = {},
): Summary {
  const matrixIds = new Map(matrices.map(({ key, matrixId }) => [key, matrixId]));
  const items = rules.map((rule) => prepareItem(rule, matrixIds));
  const plain = list === 'all' ? new NoHitText(items) : null;
  return {
    render(outcome, applied) {
      const hits = outcome.outcomes
        .filter((rule) => rule.counts)
        .map((rule) => found(items[rule.rule] as PreparedItem, rule));
      const rest = members({
        actionsExecuted: executed(outcome, applied),
        totalScore: outcome.totalScore,
        evaluationId: applied.evaluationId,
        ruleSetVersion: version,
        decision: outcome.decision,
        decisionBecause: outcome.decisionBecause,
        riskMatricesExecuted: matricesExecuted(outcome, matrices),
      });
      return `{"rulesHit":[${hits.join(',')}],"rulesNoHit":[${noHits(outcome, items, plain)}],${rest}}`;
    },
  };
}
