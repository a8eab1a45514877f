import { formatPath, printExpression, type KeyEquality } from '@tamis/lang';
import { isFoldable } from './is-foldable.js';
import type { AggregatePlan, PlanNode, WindowPlan } from './plan-node.js';
import type { RecordSource } from '../facts/facts.js';

/**
 * Everything the rules of a set may have to fetch for an evaluation, as data: the basis on which a host prepares indexes, tables and costs.
 */
export interface FactNeeds {
  readonly entities: readonly EntityNeed[];
  /** JSON paths of the enrichment data that is read, sorted; without it, the rules are unknown. */
  readonly enrichment: readonly string[];
  /** JSON paths of the company ownership data that is read, sorted; without it, the rules are unknown. */
  readonly ownership: readonly string[];
  /** Lists that are searched, counted or read. */
  readonly lists: readonly ListNeed[];
  /** One entry per fetch, in the order of the plan. */
  readonly windows: readonly WindowNeed[];
  readonly lookups: readonly LookupNeed[];
  readonly rates: readonly RateNeed[];
}

/** An entity or instrument linked to the subject. */
export interface EntityNeed {
  /** Member of the subject's context, such as `originEntity`. */
  readonly member: string;
  /** JSON paths below it that are read, sorted. */
  readonly paths: readonly string[];
  readonly rules: readonly string[];
}

export interface ListNeed {
  readonly id: string;
  readonly rules: readonly string[];
}

/** Records of one source with the same keys, which are fetched together. */
export interface WindowNeed {
  /** Id of its requests. */
  readonly id: number;
  readonly source: RecordSource;
  /** All links must match, each by all keys of one alternative. If empty, all records of the organization are included. */
  readonly links: readonly (readonly (readonly KeyNeed[])[])[];
  /** JSON path of a record's time; `null` for records without a time. */
  readonly time: string | null;
  /** JSON paths of the record fields that are read, sorted. */
  readonly columns: readonly string[];
  readonly aggregates: readonly AggregateNeed[];
}

/** JSON paths whose values must be equal. */
export interface KeyNeed {
  readonly ofSubject: string;
  readonly ofRecord: string;
  /** Kind of the type as which they are compared. */
  readonly type: KeyEquality['type']['kind'];
}

export interface AggregateNeed {
  readonly id: number;
  readonly function: string;
  readonly distinct: boolean;
  /** Rule text; `null` if there is none. */
  readonly value: string | null;
  readonly filter: string | null;
  readonly span: SpanNeed;
  readonly prior: boolean;
  /** Number of newest records considered; `null` for all. */
  readonly last: number | null;
  /** Whether it is unknown (`too_many_rows`) if there are more rows than the row cap. */
  readonly capped: boolean;
  /** Whether it depends only on the records, keys and time, so that a source that maintains windows may provide it without rows. */
  readonly foldable: boolean;
  readonly text: string;
  readonly rules: readonly string[];
}

export type SpanNeed =
  | { readonly kind: 'last'; readonly spanMs: number; readonly spanMonths: number }
  | { readonly kind: 'current' | 'previous'; readonly unit: string }
  /** `late`: the start depends on other facts. */
  | { readonly kind: 'since'; readonly late: boolean }
  | { readonly kind: 'allTime' };

/** A function or operator whose result must be fetched: reference data, screenings, lists, networks. */
export interface LookupNeed {
  readonly function: string;
  /** Whether it is looked up once per record of a window, not once per evaluation. */
  readonly perRecord: boolean;
  readonly rules: readonly string[];
}

/** Currency that amounts are converted to. */
export interface RateNeed {
  readonly to: string;
  /** Whether rates are needed at the time of each record of a window. */
  readonly perRecord: boolean;
  readonly rules: readonly string[];
}

/** A rule and everything it is computed from. */
export interface PlannedRoots {
  readonly key: string;
  readonly roots: readonly PlanNode[];
}

const linkedMembers: ReadonlySet<string> = new Set(['originEntity', 'destinationEntity', 'entity', 'instrument']);

type Rules = Set<string>;

/** Collects what was found so far, by identity, with the rules that require it. */
class NeedsCollector {
  readonly entities = new Map<string, { readonly paths: Set<string>; readonly rules: Rules }>();
  readonly enrichment = new Set<string>();
  readonly ownership = new Set<string>();
  readonly lists = new Map<string, Rules>();
  readonly aggregates = new Map<AggregatePlan, Rules>();
  readonly lookups = new Map<string, Rules>();
  readonly rates = new Map<string, Rules>();

  collect(node: PlanNode, rule: string): void {
    switch (node.kind) {
      case 'subjectField':
        this.collectField(node, rule);
        if (node.asks) addRule(this.lookups, JSON.stringify([node.field.path, false]), rule);
        break;
      case 'recordField':
        if (node.asks) addRule(this.lookups, JSON.stringify([node.field.path, true]), rule);
        break;
      case 'application':
        if (node.asks) addRule(this.lookups, JSON.stringify([node.declaration.name, node.inRecord]), rule);
        node.types.forEach((type, index) => {
          const operand = node.operands[index];
          const id = type.kind === 'listref' && operand?.kind === 'constant' ? operand.value : null;
          if (typeof id === 'string') addRule(this.lists, id, rule);
        });
        break;
      case 'convert':
        addRule(this.rates, JSON.stringify([node.currency, node.inRecord]), rule);
        break;
      case 'aggregate':
        if (node.window.listPath) this.collectPath(node.window.listPath, rule);
        addRule(this.aggregates, node, rule);
        break;
      case 'constant':
      case 'now':
      case 'readAs':
      case 'member':
      case 'template':
      case 'match':
      case 'and':
      case 'or':
      case 'atLeast':
      case 'not':
      case 'array':
        break;
    }
  }

  private collectField({ field }: Extract<PlanNode, { kind: 'subjectField' }>, rule: string): void {
    const { derived, jsonPath } = field;
    const paths = derived ? derived.reads.map((below) => [...derived.owner, ...below]) : [jsonPath];
    for (const path of paths) this.collectPath(path, rule);
  }

  private collectPath(path: readonly string[], rule: string): void {
    const [member = ''] = path;
    if (path.includes('enrichmentData')) this.enrichment.add(formatPath(path));
    if (path[linkedMembers.has(member) ? 1 : 0] === 'ownership') this.ownership.add(formatPath(path));
    if (path.length < 2 || !linkedMembers.has(member)) return;
    const entity = this.entities.get(member) ?? { paths: new Set<string>(), rules: new Set<string>() };
    entity.paths.add(formatPath(path.slice(1)));
    entity.rules.add(rule);
    this.entities.set(member, entity);
  }
}

function addRule<K>(found: Map<K, Rules>, key: K, rule: string): void {
  const rules = found.get(key);
  if (rules) rules.add(rule);
  else found.set(key, new Set([rule]));
}

function spanOf({ span }: AggregatePlan): SpanNeed {
  return span.kind === 'since' ? { kind: 'since', late: span.start.late } : span;
}

function aggregateNeed(plan: AggregatePlan, rules: Rules): AggregateNeed {
  const { id, declaration, written, prior, last, capped } = plan;
  return {
    id,
    function: declaration.name,
    distinct: written.distinct,
    value: written.value && printExpression(written.value),
    filter: written.where && printExpression(written.where),
    span: spanOf(plan),
    prior,
    last,
    capped,
    foldable: isFoldable(plan),
    text: printExpression(written),
    rules: [...rules],
  };
}

function windowNeeds(aggregates: ReadonlyMap<AggregatePlan, Rules>): WindowNeed[] {
  const byWindow = new Map<WindowPlan, AggregateNeed[]>();
  for (const [plan, rules] of aggregates) {
    const need = aggregateNeed(plan, rules);
    const known = byWindow.get(plan.window);
    if (known) known.push(need);
    else byWindow.set(plan.window, [need]);
  }
  const needs = [...byWindow].map(([window, found]) => windowNeed(window, found));
  return needs.filter((need) => need !== null).sort((a, b) => a.id - b.id);
}

/** Returns `null` for elements of a list of the subject, which are not fetched. */
function windowNeed(window: WindowPlan, aggregates: readonly AggregateNeed[]): WindowNeed | null {
  const { id, source, timePath, columns, links } = window;
  if (source === null) return null;
  const key = ({ subjectPath, recordPath, type }: KeyEquality): KeyNeed => ({
    ofSubject: formatPath(subjectPath),
    ofRecord: formatPath(recordPath),
    type: type.kind,
  });
  return {
    id,
    source,
    links: links.map((alternatives) => alternatives.map((equalities) => equalities.map(key))),
    time: timePath && formatPath(timePath),
    columns: columns.map(formatPath).sort(),
    aggregates: [...aggregates].sort((a, b) => a.id - b.id),
  };
}

/** Returns what the rules of a set may have to fetch. */
export function factNeeds(rules: readonly PlannedRoots[]): FactNeeds {
  const found = new NeedsCollector();
  for (const { key, roots } of rules) {
    const seen = new Set<PlanNode>();
    const open = [...roots];
    for (let node = open.pop(); node; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(...node.operands);
      found.collect(node, key);
    }
  }
  const named = (rulesByKey: ReadonlyMap<string, Rules>) =>
    [...rulesByKey]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, by]) => [...(JSON.parse(key) as [string, boolean]), [...by]] as const);
  return {
    entities: [...found.entities].map(([member, { paths, rules: by }]) => ({
      member,
      paths: [...paths].sort(),
      rules: [...by],
    })),
    enrichment: [...found.enrichment].sort(),
    ownership: [...found.ownership].sort(),
    lists: [...found.lists].map(([id, by]) => ({ id, rules: [...by] })),
    windows: windowNeeds(found.aggregates),
    lookups: named(found.lookups).map(([name, perRecord, by]) => ({ function: name, perRecord, rules: by })),
    rates: named(found.rates).map(([to, perRecord, by]) => ({ to, perRecord, rules: by })),
  };
}
