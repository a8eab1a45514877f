import { limits, printText } from '@tamis/lang';
import { Decimal34 } from '@tamis/stdx';
import type { FieldKind } from '../field-names.js';
import { exactly, type CellValues, type NumberRange } from './cell-values.js';
import { cellTokens, type CellToken } from './cell-tokens.js';

/** The reason why a cell cannot be written as a condition. */
export class CellProblem extends Error {}

/** A test of a column. */
interface CellTest {
  /** Writes the test of an existing value. `path` is used to check for existence, and `field` in comparisons. */
  readonly write: (path: string, field: string) => string;
  /** The result for a missing value; `null` if the test, and with it the whole cell, fails. */
  readonly ofMissing: boolean | null;
  /** The values for which it is true, used to detect rows that exclude each other. */
  readonly values: CellValues;
}

export interface ReadCell {
  readonly write: (path: string, field: string) => string;
  readonly values: CellValues;
  /** `null` if only the existence of a value is tested. */
  readonly kind: FieldKind | null;
  readonly texts: readonly string[];
  readonly comparisons: number;
}

interface Literal {
  readonly kind: FieldKind | 'null';
  readonly written: string;
  readonly value: string | NumberRange;
}

const beside = (test: string) => (_path: string, field: string) => `${field} ${test}`;

/** Returns the result of consecutive tests for a missing value: the first one that settles the result, or fails, decides. */
function settledBy(tests: readonly CellTest[], settling: boolean): boolean | null {
  const decisive = tests.find(({ ofMissing }) => ofMissing !== !settling);
  return decisive ? decisive.ofMissing : !settling;
}

const unbounded: NumberRange = { low: null, high: null, isLowOpen: false, isHighOpen: false };

const ordered: Readonly<Record<string, (number: InstanceType<typeof Decimal34>) => NumberRange>> = {
  '<': (high) => ({ ...unbounded, high, isHighOpen: true }),
  '<=': (high) => ({ ...unbounded, high }),
  '>': (low) => ({ ...unbounded, low, isLowOpen: true }),
  '>=': (low) => ({ ...unbounded, low }),
};

const joinedBy =
  (tests: readonly CellTest[], word: 'and' | 'or') =>
  (path: string, field: string): string => {
    const texts = tests.map((test) => test.write(path, field));
    return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(` ${word} `)})`;
  };

const any = (tests: readonly CellTest[]): CellTest => ({
  write: joinedBy(tests, 'or'),
  ofMissing: settledBy(tests, true),
  values: tests.every(({ values }) => values !== null) ? tests.flatMap(({ values }) => values ?? []) : null,
});

/** The values of one of the tests are sufficient, because they include those of all. */
const all = (tests: readonly CellTest[]): CellTest => ({
  write: joinedBy(tests, 'and'),
  ofMissing: settledBy(tests, false),
  values: tests.find(({ values }) => values !== null)?.values ?? null,
});

/** Parses a cell from left to right: tests joined by `and`, `or` or commas. */
class CellParser {
  private readonly tokens: readonly CellToken[];
  private readonly texts: string[] = [];
  private position = 0;
  private kind: FieldKind | null = null;
  private comparisons = 0;

  constructor(private readonly cell: string) {
    this.tokens = cellTokens(cell);
  }

  parse(): ReadCell {
    const tests = [this.parseAll()];
    const signs = new Set<string>();
    while (this.accept(',') || this.accept('or')) {
      signs.add(this.tokens[this.position - 1]?.text ?? '');
      tests.push(this.parseAll());
    }
    const left = this.tokens[this.position];
    const isMixed = signs.has(',') && this.tokens.some(({ kind, text }) => kind === 'word' && text === 'and');
    if (left || isMixed || signs.size > 1) throw this.problem();
    const whole = any(tests);
    const isOfMissing = whole.ofMissing === true;
    return {
      write: (path, field) => {
        const test = whole.write(path, field);
        if (this.kind === null) return `(${test})`;
        return isOfMissing ? `(${path} is missing or ${test})` : `(${path} is present and ${test})`;
      },
      values: whole.values,
      kind: this.kind,
      texts: this.texts,
      comparisons: this.comparisons,
    };
  }

  private parseAll(): CellTest {
    const tests = [this.parseTest()];
    while (this.accept('and')) tests.push(this.parseTest());
    return all(tests);
  }

  private parseTest(): CellTest {
    this.comparisons += 1;
    if (this.comparisons > limits.leavesPerRule)
      throw new CellProblem(
        `the cell \`${this.cell.slice(0, 60)}\`: it has more than ${limits.leavesPerRule} comparisons`,
      );
    const isNegative = this.accept('not');
    if (isNegative || this.accept('in')) {
      if (isNegative && !this.accept('in')) throw this.problem();
      return this.parseSet(isNegative);
    }
    const { kind, text } = this.tokens[this.position] ?? { kind: 'unknown', text: '' };
    if (kind === 'sign' && (text === '[' || text === '(')) return this.parseSet(false);
    if (kind === 'sign' && text in ordered) {
      this.position += 1;
      const number = this.parseNumber();
      const range = ordered[text]?.(number) ?? unbounded;
      return { write: beside(`${text} ${number.toFixed()}`), ofMissing: null, values: [range] };
    }
    const isUnequal = this.accept('!=');
    if (!isUnequal) this.accept('==');
    const literal = this.parseLiteral();
    if (literal.kind === 'null')
      return isUnequal
        ? { write: (path) => `${path} is present`, ofMissing: false, values: null }
        : { write: (path) => `${path} is missing`, ofMissing: true, values: ['null'] };
    return isUnequal
      ? { write: beside(`!= ${literal.written}`), ofMissing: true, values: null }
      : { write: beside(`= ${literal.written}`), ofMissing: false, values: [literal.value] };
  }

  /** Parses `["a", "b"]`, or a range of numbers: `[1..5)`. */
  private parseSet(isNegative: boolean): CellTest {
    const isList = this.tokens.slice(this.position, this.position + 3).every(({ text }) => text !== '..');
    if (!isList) return this.parseRange(isNegative);
    if (!this.accept('[')) throw this.problem();
    const items = [this.parseLiteral()];
    while (items.length <= limits.listElements && this.accept(',')) items.push(this.parseLiteral());
    if (!this.accept(']') || items.some(({ kind }) => kind === 'null')) throw this.problem();
    const list = `[${items.map(({ written }) => written).join(', ')}]`;
    return isNegative
      ? { write: beside(`not in ${list}`), ofMissing: true, values: null }
      : { write: beside(`in ${list}`), ofMissing: false, values: items.map(({ value }) => value) };
  }

  private parseRange(isNegative: boolean): CellTest {
    const isLowOpen = this.accept('(');
    if (!isLowOpen && !this.accept('[')) throw this.problem();
    const low = this.parseNumber();
    if (!this.accept('..')) throw this.problem();
    const high = this.parseNumber();
    const isHighOpen = this.accept(')');
    if ((!isHighOpen && !this.accept(']')) || low.gt(high)) throw this.problem();
    const [from, to] = [`${isLowOpen ? '>' : '>='} ${low.toFixed()}`, `${isHighOpen ? '<' : '<='} ${high.toFixed()}`];
    this.comparisons += 1;
    return {
      write: (_path, field) => {
        if (!isNegative) return `(${field} ${from} and ${field} ${to})`;
        const [below, above] = [isLowOpen ? '<=' : '<', isHighOpen ? '>=' : '>'];
        return `(${field} ${below} ${low.toFixed()} or ${field} ${above} ${high.toFixed()})`;
      },
      ofMissing: null,
      values: isNegative ? null : [{ low, high, isLowOpen, isHighOpen }],
    };
  }

  private parseNumber(): InstanceType<typeof Decimal34> {
    const token = this.tokens[this.position];
    if (token?.kind !== 'number') throw this.problem();
    this.position += 1;
    this.expectKind('number');
    return new Decimal34(token.text);
  }

  private parseLiteral(): Literal {
    const token = this.tokens[this.position];
    if (token?.kind === 'number') {
      const number = this.parseNumber();
      return { kind: 'number', written: number.toFixed(), value: exactly(number) };
    }
    this.position += 1;
    if (token?.kind === 'text') {
      this.expectKind('text');
      this.texts.push(token.text);
      return { kind: 'text', written: printText(token.text), value: JSON.stringify(token.text) };
    }
    if (token?.kind !== 'word') throw this.problem();
    if (token.text === 'null') return { kind: 'null', written: 'null', value: 'null' };
    if (token.text !== 'true' && token.text !== 'false') throw this.problem();
    this.expectKind('boolean');
    return { kind: 'boolean', written: token.text, value: token.text };
  }

  private expectKind(kind: FieldKind): void {
    if (this.kind !== null && this.kind !== kind) throw this.problem();
    this.kind = kind;
  }

  private accept(text: string): boolean {
    const token = this.tokens[this.position];
    if (token?.text !== text || (token.kind !== 'sign' && token.kind !== 'word')) return false;
    this.position += 1;
    return true;
  }

  private problem(): CellProblem {
    return new CellProblem(
      `the cell \`${this.cell.slice(0, 60)}\`: only values, comparisons, lists and ranges are supported, joined by commas, \`or\` or \`and\``,
    );
  }
}

/** Parses a cell of a condition. Throws a `CellProblem`. */
export const readCell = (cell: string): ReadCell => new CellParser(cell).parse();
