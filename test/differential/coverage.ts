import type { SetRule } from '@tamis/engine';
import type { Expression } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { declaredNames } from './declared-names.js';
import { cellLabel, operatorCells, untypedLabel } from './operator-cells.js';

type Section =
  | 'operators'
  | 'functions'
  | 'aggregates'
  | 'actions'
  | 'names'
  | 'headers'
  | 'targets'
  | 'results'
  | 'ways';

/** Kinds of actions, as named by their nodes. */
const actionKinds = [
  'alertAction',
  'suggestAction',
  'setStatusAction',
  'assignAction',
  'addToListAction',
  'openCaseAction',
  'runAutomationAction',
  'notifyAction',
  'keyAction',
] as const;

const { functions, aggregates } = libraryCatalogue;
const namesOf = (declarations: readonly { readonly name: string }[]): string[] => declarations.map(({ name }) => name);

/** Sections whose names must occur, in the order of the table. */
const compared = ['operators', 'functions', 'aggregates', 'actions', 'names', 'headers', 'targets', 'results'] as const;

/** Counts how often each part of the language occurred in a compared rule. */
export class Coverage {
  private readonly counts: Record<Section, Map<string, number>>;
  /** Names that must occur; others may occur too. */
  private readonly required: Readonly<Record<string, ReadonlySet<string>>>;

  constructor() {
    const zero = (names: readonly string[]) => new Map(names.map((name) => [name, 0]));
    this.counts = {
      operators: zero(operatorCells.map(({ label }) => label)),
      functions: zero(namesOf(functions)),
      aggregates: zero(namesOf(aggregates)),
      actions: zero(actionKinds),
      names: zero([...declaredNames.keys()]),
      headers: zero(['scope', 'effective', 'async', 'shadow', 'stop on match', 'several targets']),
      targets: zero(['transaction', 'person', 'company', 'userEvent']),
      results: zero(['hit', 'unknown', 'no hit']),
      ways: new Map(),
    };
    this.required = Object.fromEntries(
      Object.entries(this.counts).map(([section, counts]) => [section, new Set(counts.keys())]),
    );
  }

  add(section: Section, name: string, count = 1): void {
    const counts = this.counts[section];
    counts.set(name, (counts.get(name) ?? 0) + count);
  }

  /** Counts everything in the conditions, lets and actions of rules. */
  record(rules: readonly SetRule[]): void {
    for (const rule of rules) {
      this.visit(rule.checked.condition, rule);
      for (const { value } of rule.checked.lets) this.visit(value, rule);
      for (const { kind } of rule.checked.actions) this.add('actions', kind);
      for (const name of declaredNames.keys())
        if (new RegExp(`\\b${name}\\b`).test(rule.content.source)) this.add('names', name);
      this.recordHeaders(rule);
    }
  }

  private recordHeaders({ checked }: SetRule): void {
    const { scope, effective, evaluate, mode, stopOnMatch, targets } = checked;
    if (Object.values(scope).some((allowed) => allowed !== null)) this.add('headers', 'scope');
    if (effective !== null) this.add('headers', 'effective');
    if (evaluate === 'async') this.add('headers', 'async');
    if (mode === 'shadow') this.add('headers', 'shadow');
    if (stopOnMatch) this.add('headers', 'stop on match');
    if (targets.length > 1) this.add('headers', 'several targets');
  }

  /** Returns what occurred fewer than `least` times. */
  belowTarget(least: number): string[] {
    return compared.flatMap((section) =>
      [...this.counts[section]]
        .filter(([name, count]) => count < least && this.required[section]?.has(name))
        .map(([name, count]) => `${name}: ${count}`),
    );
  }

  /** Returns a readable table: one line for each operator, the rarest cases first. */
  table(): string {
    const line = ([name, count]: readonly [string, number]): string => `${name} ${count.toLocaleString('en')}`;
    const rising = (section: Section): string =>
      [...this.counts[section]]
        .sort(([, a], [, b]) => a - b)
        .map(line)
        .join(', ');
    const byOperator = new Map<string, string[]>();
    for (const [label, count] of this.counts.operators) {
      const [name = '', ...types] = label.split(' ');
      byOperator.set(name, [...(byOperator.get(name) ?? []), line([types.join('×'), count])]);
    }
    const operators = [...byOperator].map(([name, cells]) => `  ${name.padEnd(34)} ${cells.join(', ')}`);
    const [least = ['none', 0]] = [...this.counts.operators].sort(([, a], [, b]) => a - b);
    return [
      `operators by operand types (${this.counts.operators.size} cells, least ${line(least)})`,
      ...operators,
      ...([...compared.slice(1), 'ways'] as const).map((section) => `${section}\n  ${rising(section)}`),
    ].join('\n');
  }

  private visit(value: unknown, rule: SetRule): void {
    if (typeof value !== 'object' || value === null) return;
    if ('kind' in value) this.resolve(value as Expression, rule);
    for (const [key, part] of Object.entries(value)) if (key !== 'range') this.visit(part, rule);
  }

  private resolve(node: Expression, { checked: { meaning } }: SetRule): void {
    if (!['operation', 'call', 'aggregate'].includes(node.kind)) return;
    const resolution = meaning.resolution(node);
    if (resolution?.kind === 'template') this.add('functions', 'text');
    if (resolution?.kind === 'aggregate') this.add('aggregates', resolution.declaration.name);
    if (resolution?.kind !== 'application') return;
    const { declaration, signature, operandTypes } = resolution;
    if (declaration.kind !== 'operator') {
      this.add('functions', declaration.name);
      return;
    }
    const operands = node.kind === 'operation' ? node.operands : [];
    // Presence can be tested on a field of any type, so the field's own type says more than the type as which it is read.
    const types = operandTypes.map((type, index) => {
      const operand = operands[index];
      return type.kind === 'any' && operand ? meaning.type(operand) : type;
    });
    this.add('operators', cellLabel(declaration.name, signature, types));
    if (operands.some((operand) => meaning.type(operand).kind === 'any'))
      this.add('operators', untypedLabel(declaration.name));
  }
}
