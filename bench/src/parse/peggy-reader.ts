import {
  andNode,
  arrayLiteral,
  booleanLiteral,
  moneyLiteral,
  notNode,
  numberLiteral,
  operationNode,
  orNode,
  pathNode,
  ruleDeclaration,
  ruleFile,
  ruleTarget,
  textLiteral,
  word,
  type Expression,
  type NumberLiteral,
  type OperatorName,
  type RuleDeclaration,
  type RuleFile,
  type RuleTarget,
  type SourcePosition,
  type SourceRange,
  type TextLiteral,
  type Word,
} from '@tamis/lang';
import peggy from 'peggy';
import { peggyGrammar } from './peggy-grammar.js';

const operators: Readonly<Record<string, OperatorName>> = {
  '=': 'eq',
  '!=': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
  between: 'between',
  in: 'in',
  'not in': 'not_in',
  'starts with': 'starts_with',
};

interface Tail {
  readonly sign: string;
  readonly operands: readonly Expression[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const absent = {
  matrices: [],
  category: null,
  tags: null,
  scope: null,
  evaluate: null,
  stop: null,
  description: null,
  owner: null,
  reference: null,
  mode: null,
  priority: null,
  effective: null,
  meta: null,
  lets: [],
  unknown: null,
  actions: [],
  tests: [],
};

/** Creates the nodes of one text. Positions only move forward, so the line is found from the previous one. */
class PeggyActions {
  readonly #lines: readonly number[];
  /** Range of an operand including the parentheses around it. */
  readonly #outer = new WeakMap<Expression, SourceRange>();
  #line = 0;

  constructor(text: string) {
    const lines = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
    this.#lines = lines;
  }

  #position(offset: number): SourcePosition {
    const lines = this.#lines;
    while (this.#line > 0 && (lines[this.#line] ?? 0) > offset) this.#line--;
    while ((lines[this.#line + 1] ?? Infinity) <= offset) this.#line++;
    return { line: this.#line, character: offset - (lines[this.#line] ?? 0) };
  }

  range(start: number, end: number): SourceRange {
    return { start: this.#position(start), end: this.#position(end) };
  }

  #around(node: Expression): SourceRange {
    return this.#outer.get(node) ?? (node.range as SourceRange);
  }

  rule(
    key: Word,
    title: TextLiteral,
    on: RuleTarget,
    score: NumberLiteral,
    when: Expression,
    start: number,
    end: number,
  ): RuleDeclaration {
    return ruleDeclaration({ ...absent, key, title, on, score, when }, this.range(start, end));
  }

  target(target: Word, trigger: Word, start: number, end: number): RuleTarget {
    return ruleTarget([target], [trigger], this.range(start, end));
  }

  chain(kind: 'and' | 'or', first: Expression, rest: readonly Expression[]): Expression {
    const last = rest.at(-1);
    if (!last) return first;
    const items = [first, ...rest].flatMap((item) =>
      item.kind === kind && item.style === 'chain' ? item.items : [item],
    );
    const range = { start: this.#around(first).start, end: this.#around(last).end };
    return (kind === 'and' ? andNode : orNode)(items, 'chain', range);
  }

  not(operand: Expression, start: number): Expression {
    return notNode(operand, { start: this.#position(start), end: this.#around(operand).end });
  }

  parenthesized(inner: Expression, start: number, end: number): Expression {
    this.#outer.set(inner, this.range(start, end));
    return inner;
  }

  operation(left: Expression, { sign, operands }: Tail): Expression {
    const last = operands.at(-1) as Expression;
    const range = { start: this.#around(left).start, end: this.#around(last).end };
    return operationNode(operators[sign] as OperatorName, [left, ...operands], null, range);
  }

  array(items: readonly Expression[], start: number, end: number): Expression {
    return arrayLiteral(items, this.range(start, end));
  }

  text(value: string, start: number): TextLiteral {
    return textLiteral(value.normalize('NFC'), this.range(start, start + value.length + 2));
  }

  money(amount: string, unit: string, { start, end }: Span): Expression {
    return moneyLiteral(amount, unit, this.range(start, end));
  }

  number(text: string, start: number): NumberLiteral {
    return numberLiteral(text, this.range(start, start + text.length));
  }

  boolean(text: string, start: number): Expression {
    return booleanLiteral(text === 'true', this.range(start, start + text.length));
  }

  path(steps: readonly string[], { start, end }: Span): Expression {
    return pathNode(steps, this.range(start, end));
  }

  word(text: string, start: number): Word {
    return word(text, this.range(start, start + text.length));
  }
}

const parser = peggy.generate(peggyGrammar);

/** Parses the rules of the benchmark with a parser generated from a parsing expression grammar. */
export function readWithPeggy(text: string): RuleFile {
  const make = new PeggyActions(text);
  const rules = parser.parse(text, { make }) as RuleDeclaration[];
  return ruleFile(null, rules, make.range(0, text.length));
}
