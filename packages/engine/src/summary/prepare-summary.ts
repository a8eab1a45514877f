import type { Cause } from '@tamis/lang';
import type { LeafOutcome, RuleOutcome, RunOutcome } from '../evaluate/run-outcome.js';
import type { CompiledRuleSet } from '../rule-set/compiled-rule-set.js';
import type { AppliedActions } from './applied-actions.js';
import { ByteText } from './byte-text.js';
import { describeCause } from './describe-cause.js';
import { matricesExecuted } from './matrices-executed.js';
import { members, prepareItems, type PreparedItem } from './prepared-items.js';

/** Gives `rulesExecutionSummary` (shapes 5.4) as JSON text. Keeps no reference to what it is given. */
export interface Summary {
  render(outcome: RunOutcome, applied: AppliedActions): string;
  /** The same text as UTF-8, many times faster: a view of memory that the next call on a summary of the same set reuses. */
  renderBytes(outcome: RunOutcome, applied: AppliedActions): Buffer;
}

export interface SummaryOptions {
  /** `hits`: `rulesNoHit` lists only rules that are unknown. */
  readonly list?: 'all' | 'hits';
}

/** The parts of an item as texts, made when a run first adds something to it. */
interface ItemTexts {
  /** Up to its first condition, of a rule that hit; of an unknown one up to its outcome. */
  readonly hit: string;
  readonly head: string;
  readonly conditions: readonly { readonly open: string; readonly withActual: string }[];
  readonly tail: string;
}

/** What is prepared of a set, and the memory its summaries are written to. */
interface Prepared {
  readonly items: readonly PreparedItem[];
  readonly bytes: ByteText;
  readonly texts: (ItemTexts | undefined)[];
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

const maxPlainText = 64;
const firstPrintable = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const beyondAscii = 0x80;

/** JSON leaves the text as it is; found out without a call into the runtime. */
function isPlainText(text: string): boolean {
  if (text.length > maxPlainText) return false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < firstPrintable || unit === quote || unit === backslash || unit >= beyondAscii) return false;
  }
  return true;
}

const jsonOf = (value: unknown): string =>
  typeof value === 'string' && isPlainText(value) ? `"${value}"` : JSON.stringify(value);

/** What a condition found, after the condition itself. */
function leafText({ open, withActual }: ItemTexts['conditions'][number], leaf: LeafOutcome | undefined): string {
  if (!leaf) return `${open}}`;
  const { actual, outcome, because } = leaf;
  const start = actual === undefined ? open : withActual + jsonOf(actual);
  if (because) return `${start},"outcome":"${outcome}","because":${JSON.stringify(cause(because))}}`;
  return start + (outcome === 'true' ? ',"outcome":"true"}' : `,"outcome":"${outcome}"}`);
}

function textsOf(rule: number, { items, bytes, texts }: Prepared): ItemTexts {
  const known = texts[rule];
  if (known) return known;
  const { start, outcomeAt, conditions, tailAt, end } = items[rule] as PreparedItem;
  const head = bytes.preparedText(start, outcomeAt);
  const made = {
    hit: `${head}"hit","conditions":[`,
    head,
    conditions: conditions.map((each) => {
      const open = bytes.preparedText(each.start, each.end);
      return { open, withActual: `${open},"actual":` };
    }),
    tail: bytes.preparedText(tailAt, end),
  };
  texts[rule] = made;
  return made;
}

/** The item of a rule that hit or is unknown. */
function foundText(prepared: Prepared, rule: RuleOutcome): string {
  const { hit, head, conditions, tail } = textsOf(rule.rule, prepared);
  const item = prepared.items[rule.rule] as PreparedItem;
  let text = hit;
  if (rule.outcome === 'unknown')
    text = `${head}"unknown","unknownPolicy":"${item.unknownPolicy}","unknownBecause":${causes(item, rule)},"conditions":[`;
  for (let index = 0; index < conditions.length; index++) {
    // Leaves are listed in order, and usually all.
    const listed = rule.leaves[index];
    const leaf = listed?.index === index ? listed : rule.leaves.find((each) => each.index === index);
    if (index > 0) text += ',';
    text += leafText(conditions[index] as ItemTexts['conditions'][number], leaf);
  }
  return text + tail;
}

function hitsText(outcome: RunOutcome, prepared: Prepared): string {
  let text = '';
  for (const rule of outcome.outcomes) if (rule.counts) text += (text === '' ? '' : ',') + foundText(prepared, rule);
  return text;
}

/** Rules that plainly missed, as runs of neighbours, and unknown ones in their places. */
class NoHitWriter {
  private first = -1;
  private last = -1;
  private isEmpty = true;

  constructor(private readonly prepared: Prepared) {}

  /** Evaluated rules from place `from` to `to`, not included, none of which hit or is unknown. */
  missed(evaluated: readonly number[], from: number, to: number): void {
    if (from >= to) return;
    const first = evaluated[from] as number;
    const last = evaluated[to - 1] as number;
    if (last - first === to - 1 - from) this.run(first, last);
    else for (let place = from; place < to; place++) this.run(evaluated[place] as number, evaluated[place] as number);
  }

  unknown(rule: RuleOutcome): void {
    this.flush();
    this.separate();
    this.prepared.bytes.text(foundText(this.prepared, rule));
  }

  flush(): void {
    if (this.first < 0) return;
    const { items, bytes } = this.prepared;
    this.separate();
    bytes.prepared((items[this.first] as PreparedItem).start, (items[this.last] as PreparedItem).end);
    this.first = -1;
  }

  private run(first: number, last: number): void {
    if (this.first >= 0 && first !== this.last + 1) this.flush();
    if (this.first < 0) this.first = first;
    this.last = last;
  }

  private separate(): void {
    if (!this.isEmpty) this.prepared.bytes.text(',');
    this.isEmpty = false;
  }
}

function writeNoHits({ evaluated, outcomes }: RunOutcome, prepared: Prepared, list: 'all' | 'hits'): void {
  const writer = new NoHitWriter(prepared);
  let place = 0;
  for (const rule of outcomes) {
    const at = evaluated.indexOf(rule.rule, place);
    if (list === 'all') writer.missed(evaluated, place, at);
    if (!rule.counts) writer.unknown(rule);
    place = at + 1;
  }
  if (list === 'all') writer.missed(evaluated, place, evaluated.length);
  writer.flush();
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

/** Of each set once, for all its summaries. */
const preparedSets = new WeakMap<object, Prepared>();

function preparedOf(set: Pick<CompiledRuleSet, 'rules' | 'matrices'>): Prepared {
  const known = preparedSets.get(set);
  if (known) return known;
  const { bytes, items } = prepareItems(set);
  const made = { items, bytes: new ByteText(bytes), texts: [] };
  preparedSets.set(set, made);
  return made;
}

/** Prepares the text of every rule's item once, so that a summary costs its hits, not its rules. */
export function prepareSummary(
  set: Pick<CompiledRuleSet, 'rules' | 'version' | 'matrices'>,
  { list = 'all' }: SummaryOptions = {},
): Summary {
  const { version, matrices } = set;
  const prepared = preparedOf(set);
  const { bytes } = prepared;
  const renderBytes: Summary['renderBytes'] = (outcome, applied) => {
    const rest = members({
      actionsExecuted: executed(outcome, applied),
      totalScore: outcome.totalScore,
      evaluationId: applied.evaluationId,
      ruleSetVersion: version,
      decision: outcome.decision,
      decisionBecause: outcome.decisionBecause,
      riskMatricesExecuted: matricesExecuted(outcome, matrices),
    });
    bytes.clear();
    bytes.text(`{"rulesHit":[${hitsText(outcome, prepared)}],"rulesNoHit":[`);
    writeNoHits(outcome, prepared, list);
    bytes.text(`],${rest}}`);
    return bytes.written();
  };
  return { renderBytes, render: (outcome, applied) => renderBytes(outcome, applied).toString() };
}
