import type { Cause } from '@tamis/lang';
import type { LeafOutcome, RuleOutcome } from '../outcome/evaluation-outcome.js';
import type { JsonByteWriter, ByteRange } from './json-byte-writer.js';
import { becauseText, causeJson } from './describe-cause.js';
import type { PreparedItems } from './prepared-items.js';
import { writeJson } from './write-value.js';
import type { SetRule } from '../rules/set-rule.js';

const isSameCause = (a: Cause, b: Cause): boolean =>
  a.cause === b.cause && a.path === b.path && a.listId === b.listId && a.detail === b.detail;

/** Writes items from an outcome that contains the results of conditions: prepared parts with values in between. */
export class ItemWriter {
  constructor(
    private readonly rules: readonly SetRule[],
    private readonly items: PreparedItems,
    private readonly bytes: JsonByteWriter,
  ) {}

  /** `isFirst`: without a preceding comma. */
  writeOutcome(outcome: RuleOutcome, isFirst: boolean): void {
    const { rule, leaves } = outcome;
    this.head(rule, isFirst);
    if (outcome.outcome === 'hit') {
      this.writeRange(this.items.fixed.hit);
      this.writeRange(this.items.fixed.conditions);
    } else this.unknown(outcome);
    const { conditions } = this.items;
    const first = conditions[rule] as number;
    const count = (conditions[rule + 1] as number) - first;
    for (let index = 0; index < count; index++) {
      this.openCondition(first, index);
      // Leaves are listed in order, and usually completely.
      const listed = leaves[index];
      this.leaf(listed?.index === index ? listed : leaves.find((each) => each.index === index));
    }
    this.end(rule);
  }

  /** Writes an item up to its outcome. */
  private head(rule: number, isFirst: boolean): void {
    const { starts, outcomes } = this.items;
    // Every item is preceded by a comma.
    this.bytes.prepared((starts[rule] as number) - (isFirst ? 0 : 1), outcomes[rule] as number);
  }

  private unknown({ rule, causes = [], leaves }: RuleOutcome): void {
    const { items, checked } = this.rules[rule] as SetRule;
    const listed = causes.map((each) => {
      const leaf = leaves.find(({ because }) => because && isSameCause(because, each));
      return causeJson(each, leaf && items[leaf.index]?.id);
    });
    this.bytes.text(
      `"unknown","unknownPolicy":"${checked.unknownPolicy}","unknownBecause":${JSON.stringify(listed)},"conditions":[`,
    );
  }

  private openCondition(first: number, index: number): void {
    const { conditionStarts, conditionEnds } = this.items;
    // Every condition except the first is preceded by a comma.
    const comma = index > 0 ? 1 : 0;
    this.bytes.prepared((conditionStarts[first + index] as number) - comma, conditionEnds[first + index] as number);
  }

  private leaf(leaf: LeafOutcome | undefined): void {
    const { items, bytes } = this;
    const { fixed } = items;
    if (!leaf) {
      bytes.text('}');
      return;
    }
    const { actual, outcome, because } = leaf;
    if (actual !== undefined) {
      this.writeRange(fixed.actual);
      writeJson(actual, bytes, items);
    }
    if (because) bytes.text(becauseText(outcome, because));
    else if (outcome === 'true') this.writeRange(fixed.isTrue);
    else if (outcome === 'false') this.writeRange(fixed.isFalse);
    else bytes.text(`,"outcome":"${outcome}"}`);
  }

  private end(rule: number): void {
    const { tails, ends } = this.items;
    this.bytes.prepared(tails[rule] as number, ends[rule] as number);
  }

  private writeRange({ from, to }: ByteRange): void {
    this.bytes.prepared(from, to);
  }
}
