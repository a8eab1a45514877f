import {
  checkFile,
  pathNode,
  readExpression,
  readRules,
  ruleFile,
  type FileDeclaration,
  type Expression,
  type RuleDeclaration,
  type Type,
} from '@tamis/lang';
import { tokenize } from '@tamis/grammar';
import type { Project } from '../project/project.js';

/** Surroundings in which an expression is checked. */
export interface ProbeScope {
  /** Words after `on`. */
  readonly targets: readonly string[];
  /** In order. Each is visible to the ones after it. */
  readonly lets: readonly { readonly name: string; readonly value: string }[];
  /** Source of the surrounding aggregate, or `null`. */
  readonly record: string | null;
}

const hole = 'hole__';
const asked = 'asked__';

type Node = Expression | readonly unknown[] | object | string | number | boolean | null | undefined;

/** Returns a copy of a tree in which `value` replaces every path that is the hole. */
function filled<T extends Node>(tree: T, value: Expression): T {
  if (Array.isArray(tree)) return tree.map((item: Node) => filled(item, value)) as unknown as T;
  if (typeof tree !== 'object' || tree === null) return tree;
  if ('kind' in tree && tree.kind === 'path' && 'steps' in tree && String(tree.steps) === hole) return value as T;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(tree)) copy[key] = key === 'range' ? part : filled(part as Node, value);
  return copy as T;
}

/**
 * Asks the checker about expressions that are not part of any file yet. Each is put into a small rule with the same targets, names and
 * definitions around it, so that completion never has type rules of its own.
 */
export class Probe {
  readonly #types = new Map<string, Type | null>();

  constructor(
    private readonly project: Project,
    private readonly place: ProbeScope,
  ) {}

  /** Returns the type of a text, or `null` if the text is wrong or incomplete. */
  typeOf(text: string): Type | null {
    const known = this.#types.get(text);
    if (known !== undefined) return known;
    const { expression } = readExpression(text);
    const type = expression && (this.#typesOf([expression])[0] ?? null);
    this.#types.set(text, type);
    return type;
  }

  /**
   * Returns the types of the segment (`before` + candidate + `after`) with each candidate in its hole, or `null` for candidates that are
   * wrong there.
   */
  typesWith(before: string, after: string, candidates: readonly Expression[]): readonly (Type | null)[] | null {
    const { expression } = readExpression(`${before} ${hole} ${after.replaceAll('{}', hole)}`);
    if (!expression) return null;
    return this.#typesOf(candidates.map((candidate) => filled(expression, candidate)));
  }

  /** Returns the other operand of the operator that the hole of a segment belongs to. */
  siblingOf(before: string, after: string): { readonly operator: string; readonly type: Type } | null {
    const { expression } = readExpression(`${before} ${hole} ${after.replaceAll('{}', hole)}`);
    const found = expression && siblingIn(expression);
    if (!found) return null;
    const [type] = this.#typesOf([found.sibling]);
    return type ? { operator: found.operator, type } : null;
  }

  #typesOf(expressions: readonly Expression[]): readonly (Type | null)[] {
    const { record } = this.place;
    const names = expressions.flatMap(namesIn);
    const lets = this.#lets(names);
    this.#template ??= this.#readTemplate();
    const template = this.#template;
    if (!template) return expressions.map(() => null);
    const rules = expressions.map((expression, index): RuleDeclaration => {
      const key = { ...template.key, text: `probe_${String(index)}__` };
      if (record === null) return { ...template, key, lets: [...lets, ...filled(template.lets, expression)] };
      return { ...template, key, lets, when: filled(template.when, expression) };
    });
    const declarations = this.project
      .dependenciesOf([...names, ...this.place.lets.flatMap(({ value }) => wordsOf(value))])
      .flatMap(({ nodes }) => nodes)
      .filter(({ kind }) => kind !== 'ruleDeclaration' && kind !== 'testDeclaration');
    const checked = checkFile(ruleFile(null, [...declarations, ...rules] as FileDeclaration[]), this.project.options);
    const byKey = new Map(checked.rules.map((rule) => [rule.key, rule]));
    return rules.map((rule) => {
      const found = byKey.get(rule.key.text);
      const node = record === null ? rule.lets.at(-1)?.value : askedIn(rule);
      return found && node ? found.meaning.type(node) : null;
    });
  }

  #template: RuleDeclaration | null | undefined;

  /** Returns a rule that contains the hole, as a `let` or in the filter of an aggregate. */
  #readTemplate(): RuleDeclaration | null {
    const { targets, record } = this.place;
    const on = targets.length === 0 ? 'transaction' : targets.join(', ');
    const window = record !== null && this.#hasTime(record) ? 'in all time ' : '';
    const inside =
      record === null
        ? `let ${asked} = ${hole} when true`
        : `when count(${record} ${window}where ${hole} is present) >= 0`;
    return readRules(`rule probe__ { on ${on} ${inside} }`).file.rules[0] ?? null;
  }

  /** Returns the lets that the names depend on and that are valid by themselves. */
  #lets(names: readonly string[]): RuleDeclaration['lets'] {
    const { lets } = this.place;
    const needed = new Set(names);
    for (const { name, value } of lets.toReversed())
      if (needed.has(name)) for (const word of wordsOf(value)) needed.add(word);
    const text = lets
      .filter(({ name }) => needed.has(name))
      .map(({ name, value }) => `let ${name} = ${value}`)
      .join('\n');
    return text === '' ? [] : (readRules(`rule probe__ { ${text}\nwhen true }`).file.rules[0]?.lets ?? []);
  }

  #hasTime(record: string): boolean {
    const { sources } = this.project.options.catalogue.schema;
    return sources.find(({ name }) => name === record)?.timePath !== null;
  }
}

/** Returns the expression that was put into the filter of the template. */
function askedIn(rule: RuleDeclaration): Expression | null {
  const comparison = rule.when;
  const aggregate = comparison?.kind === 'operation' ? comparison.operands[0] : null;
  const filter = aggregate?.kind === 'aggregate' ? aggregate.where : null;
  return filter?.kind === 'operation' ? (filter.operands[0] ?? null) : null;
}

const wordsOf = (text: string): readonly string[] => tokenize(text).tokens.map(({ image }) => image);

function namesIn(node: Expression): readonly string[] {
  const names: string[] = [];
  const visit = (value: Node): void => {
    if (Array.isArray(value)) for (const item of value as Node[]) visit(item);
    else if (typeof value === 'object' && value !== null) {
      if ('kind' in value && value.kind === 'path' && 'steps' in value)
        names.push(String((value.steps as string[])[0]));
      if ('kind' in value && value.kind === 'call' && 'name' in value) names.push(String(value.name));
      for (const [key, part] of Object.entries(value)) if (key !== 'range') visit(part as Node);
    }
  };
  visit(node);
  return names;
}

const isHole = (node: Expression): boolean => node.kind === 'path' && node.steps.length === 1 && node.steps[0] === hole;

function holds(node: Expression): boolean {
  return namesIn(node).includes(hole);
}

interface Sibling {
  readonly operator: string;
  readonly sibling: Expression;
}

/** Descends to the operation that has the hole as a direct operand or in its list. */
function siblingIn(node: Expression): Sibling | null {
  if (node.kind === 'operation') {
    const at = node.operands.findIndex(holds);
    const operand = node.operands[at];
    if (!operand) return null;
    const isDirect = isHole(operand) || (operand.kind === 'arrayLiteral' && operand.items.some(isHole));
    const sibling = node.operands.find((_each, index) => index !== at);
    if (isDirect) return sibling && !holds(sibling) ? { operator: node.operator, sibling } : null;
    return siblingIn(operand);
  }
  if (node.kind === 'and' || node.kind === 'or') {
    const item = node.items.find(holds);
    return item ? siblingIn(item) : null;
  }
  return node.kind === 'not' ? siblingIn(node.operand) : null;
}

/** Returns a candidate that is a path. */
export const pathCandidate = (steps: readonly string[]): Expression => pathNode(steps);
