import { Unknown, type Cause, type Outcome } from '@tamis/lang';
import type { CompiledLeaf, LeafOperand } from '../compile/compile-leaves.js';
import type { Frame } from '../compile/frame.js';
import type { LeafOutcome, RuleOutcome } from '../outcome/evaluation-outcome.js';
import type { JsonByteWriter, ByteRange } from './json-byte-writer.js';
import { describeCause } from './describe-cause.js';
import { missedBytes, type PreparedItems } from './prepared-items.js';
import { writeJson, writeValue } from './write-value.js';
import type { SetRule } from '../rules/set-rule.js';

const causeJson = (known: Cause, conditionId?: string) => ({
  ...known,
  ...(conditionId === undefined ? {} : { conditionId }),
  message: describeCause(known),
});

const isSameCause = (a: Cause, b: Cause): boolean =>
  a.cause === b.cause && a.path === b.path && a.listId === b.listId && a.detail === b.detail;

const becauseText = (outcome: LeafOutcome['outcome'], because: Cause): string =>
  `,"outcome":"${outcome}","because":${JSON.stringify(causeJson(because))}}`;

/** Longer values are written anew each time. */
const maxRepeated = 256;

/** Writes the items of rules that hit or are unknown: prepared parts with values between. `isFirst`: without a comma before it. */
export class ItemWriter {
  /** By operand and truth: where its text lies in what was written, and in which generation of it. */
  private readonly generations: number[] = [];
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];

  constructor(
    private readonly rules: readonly SetRule[],
    private readonly items: PreparedItems,
    private readonly bytes: JsonByteWriter,
  ) {}

  /** A rule of an outcome that holds what its conditions found. */
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
      // Leaves are listed in order, and usually all.
      const listed = leaves[index];
      this.leaf(listed?.index === index ? listed : leaves.find((each) => each.index === index));
    }
    this.end(rule);
  }

  /** A rule that hits in the run under way, whose leaves are read now. */
  writeHit(rule: number, leaves: readonly CompiledLeaf[], frame: Frame, isFirst: boolean): void {
    const { items, bytes } = this;
    const { conditionStarts, conditionEnds } = items;
    const first = items.conditions[rule] as number;
    this.head(rule, isFirst);
    this.writeRange(items.fixed.hit);
    for (let index = 0; index < leaves.length; index++) {
      // What stands before the first condition is that of rules that missed; a comma stands before every other one.
      const from =
        index === 0 ? (items.outcomes[rule] as number) + missedBytes : (conditionStarts[first + index] as number) - 1;
      bytes.prepared(from, conditionEnds[first + index] as number);
      const { test, valueWhenHit: whenHit, operand } = leaves[index] as CompiledLeaf;
      const value = whenHit ?? test(frame);
      if (typeof value === 'boolean') this.settled(operand, value, frame);
      else this.unsettled(operand, value, frame);
    }
    if (leaves.length === 0) this.writeRange(items.fixed.conditions);
    this.end(rule);
  }

  /** What a condition looks at, and that it is true or false: many conditions of a run look at the same value. */
  private settled(operand: LeafOperand, value: boolean, frame: Frame): void {
    const { bytes, generations, froms, tos } = this;
    const place = 2 * operand.number + (value ? 1 : 0);
    const isThere = generations[place] === bytes.generation;
    if (isThere && bytes.repeated(froms[place] as number, tos[place] as number)) return;
    bytes.reserve(maxRepeated);
    const from = bytes.position;
    const { generation } = bytes;
    this.actual(operand, frame);
    this.writeRange(value ? this.items.fixed.isTrue : this.items.fixed.isFalse);
    const to = bytes.position;
    // A long value may have begun in another slab, and is rare.
    if (bytes.generation !== generation || to - from > maxRepeated) return;
    while (generations.length <= place) {
      generations.push(-1);
      froms.push(0);
      tos.push(0);
    }
    generations[place] = generation;
    froms[place] = from;
    tos[place] = to;
  }

  private unsettled(operand: LeafOperand, value: Outcome, frame: Frame): void {
    this.actual(operand, frame);
    const because = value instanceof Unknown ? value.causes[0] : undefined;
    if (because) this.bytes.text(becauseText('unknown', because));
    else this.writeRange(this.items.fixed.isFalse);
  }

  private actual({ term, type }: LeafOperand, frame: Frame): void {
    const actual = term(frame);
    if (actual instanceof Unknown) return;
    this.writeRange(this.items.fixed.actual);
    writeValue(actual, type, this.bytes, this.items);
  }

  /** Up to its outcome. */
  private head(rule: number, isFirst: boolean): void {
    const { starts, outcomes } = this.items;
    // A comma stands before every item.
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
    // A comma stands before all but the first.
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
