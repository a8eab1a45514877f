import type { CheckedRule } from '@tamis/lang';
import type { RuleContent } from './rule-set-content.js';
import type { SetRule } from './set-rule.js';

const noEntries: ReadonlyMap<unknown, unknown> = new Map();

/** Maps without entries share a single instance. */
const sharedIfEmpty = <Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> =>
  map.size === 0 ? (noEntries as ReadonlyMap<Key, Value>) : map;

/**
 * The parts of a checked rule required for evaluations, kept as long as its set. The syntax trees and the information about their nodes,
 * which are many times larger, are released between jobs of the event loop and rebuilt from the text on access, for explanations and
 * reports. Within one job, the nodes stay the same. The nodes of `actions` are kept and come from the first check.
 */
export class LeanCheckedRule implements CheckedRule {
  readonly file: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly targets: CheckedRule['targets'];
  readonly triggers: CheckedRule['triggers'];
  readonly matrices: CheckedRule['matrices'];
  readonly tags: CheckedRule['tags'];
  readonly scope: CheckedRule['scope'];
  readonly evaluate: CheckedRule['evaluate'];
  readonly stopOnMatch: boolean;
  readonly owner: string | null;
  readonly reference: string | null;
  readonly effective: CheckedRule['effective'];
  readonly meta: CheckedRule['meta'];
  readonly score: number;
  readonly priority: number;
  readonly category: string;
  readonly mode: CheckedRule['mode'];
  readonly unknownPolicy: CheckedRule['unknownPolicy'];
  readonly actions: CheckedRule['actions'];
  readonly actionLists: CheckedRule['actionLists'];
  readonly actionSettings: CheckedRule['actionSettings'];
  private readonly first: WeakRef<SetRule>;
  private made: WeakRef<SetRule>;

  /** @param again checks the same text among the same lists and matrices. */
  constructor(
    rule: SetRule,
    private readonly again: () => SetRule,
  ) {
    const { checked } = rule;
    this.file = checked.file;
    this.key = checked.key;
    this.name = checked.name;
    this.description = checked.description;
    this.targets = checked.targets;
    this.triggers = checked.triggers;
    this.matrices = checked.matrices;
    this.tags = checked.tags;
    this.scope = checked.scope;
    this.evaluate = checked.evaluate;
    this.stopOnMatch = checked.stopOnMatch;
    this.owner = checked.owner;
    this.reference = checked.reference;
    this.effective = checked.effective;
    this.meta = checked.meta;
    this.score = checked.score;
    this.priority = checked.priority;
    this.category = checked.category;
    this.mode = checked.mode;
    this.unknownPolicy = checked.unknownPolicy;
    this.actions = checked.actions;
    this.actionLists = sharedIfEmpty(checked.actionLists);
    this.actionSettings = sharedIfEmpty(checked.actionSettings);
    this.first = new WeakRef(rule);
    this.made = this.first;
  }

  /** The rule as first checked, to which the nodes of `actions` belong; `null` if it has been released. */
  get asChecked(): SetRule | null {
    return this.first.deref() ?? null;
  }

  /** The complete rule. It is the same object until the current job of the event loop ends. */
  get whole(): SetRule {
    const known = this.made.deref();
    if (known) return known;
    const rule = this.again();
    this.made = new WeakRef(rule);
    return rule;
  }

  get declaration(): CheckedRule['declaration'] {
    return this.whole.checked.declaration;
  }
  get lets(): CheckedRule['lets'] {
    return this.whole.checked.lets;
  }
  get condition(): CheckedRule['condition'] {
    return this.whole.checked.condition;
  }
  get aggregates(): CheckedRule['aggregates'] {
    return this.whole.checked.aggregates;
  }
  get countedCalls(): CheckedRule['countedCalls'] {
    return this.whole.checked.countedCalls;
  }
  get matchTerms(): CheckedRule['matchTerms'] {
    return this.whole.checked.matchTerms;
  }
  get meaning(): CheckedRule['meaning'] {
    return this.whole.checked.meaning;
  }
  get unknownable(): CheckedRule['unknownable'] {
    return this.whole.checked.unknownable;
  }
  get costParts(): CheckedRule['costParts'] {
    return this.whole.checked.costParts;
  }
  get cost(): CheckedRule['cost'] {
    return this.whole.checked.cost;
  }
  get names(): CheckedRule['names'] {
    return this.whole.checked.names;
  }
  get tests(): CheckedRule['tests'] {
    return this.whole.checked.tests;
  }
}

/** A rule of a compiled set that keeps no syntax trees. */
export class LeanRule implements SetRule {
  readonly shadow: boolean;

  constructor(
    readonly content: RuleContent,
    readonly checked: LeanCheckedRule,
  ) {
    this.shadow = content.status === 'shadow' || checked.mode === 'shadow';
  }

  get items(): SetRule['items'] {
    return this.checked.whole.items;
  }

  get actions(): SetRule['actions'] {
    return this.checked.whole.actions;
  }
}

/** Returns the rule with its syntax trees, all from the same check. */
export function withSyntaxTrees(rule: SetRule): SetRule {
  if (!(rule instanceof LeanRule)) return rule;
  const { content, shadow } = rule;
  return { ...rule.checked.whole, content, shadow };
}
