import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleFile } from '../ast/rule-file.js';
import type { SourcePosition, SourceRange } from '../ast/syntax-node.js';
import { readRules } from '../lower/read-rules.js';

/** Offsets in a text; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A rule with the text it was parsed from. */
export class ParsedRule {
  readonly #lines: readonly number[];

  private constructor(
    readonly text: string,
    readonly file: RuleFile,
    readonly rule: RuleDeclaration,
  ) {
    const lines = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
    this.#lines = lines;
  }

  /** Returns the rule with this key, or `null` if the text has syntax errors or no such rule. */
  static parse(text: string, key: string): ParsedRule | null {
    const { file, diagnostics } = readRules(text);
    const rule = file.rules.find((each) => each.key.text === key);
    return rule === undefined || diagnostics.length > 0 ? null : new ParsedRule(text, file, rule);
  }

  #offset = ({ line, character }: SourcePosition): number => (this.#lines[line] ?? this.text.length) + character;

  span(node: { readonly range: SourceRange | null }): Span {
    const { range } = node;
    return range === null ? { start: 0, end: 0 } : { start: this.#offset(range.start), end: this.#offset(range.end) };
  }

  /** Returns the span from the first to the last of several nodes. */
  spanOf(nodes: readonly { readonly range: SourceRange | null }[]): Span {
    const spans = nodes.map((node) => this.span(node));
    return { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  /** Extends a span by the parentheses directly around it, which are not part of any node. */
  withParentheses(span: Span): Span {
    let { start, end } = span;
    for (;;) {
      const before = /\(\s*$/.exec(this.text.slice(0, start));
      const after = /^\s*\)/.exec(this.text.slice(end));
      if (before === null || after === null) return { start, end };
      start = before.index;
      end += after[0].length;
    }
  }

  /** Returns where a keyword directly before an offset begins, or `null` if something else precedes the offset. */
  keywordBefore(keyword: string, place: number): number | null {
    const match = new RegExp(`(?<![\\w.])${keyword}\\s*$`).exec(this.text.slice(0, place));
    return match === null ? null : match.index;
  }

  /** Returns the offset after the rest of the line, if that is only a comment. */
  endOfLine(place: number): number {
    const rest = /^[ \t]*(\/\/[^\n]*)?(?=\r?\n|$)/.exec(this.text.slice(place));
    return place + (rest?.[0].length ?? 0);
  }

  /** Returns a span to be deleted, extended to its whole line if there is nothing else on it. */
  wholeLines({ start, end }: Span): Span {
    const lineStart = this.text.lastIndexOf('\n', start - 1) + 1;
    const rest = /^[ \t]*\r?\n/.exec(this.text.slice(end));
    const isAlone = rest !== null && this.text.slice(lineStart, start).trim() === '';
    return isAlone ? { start: lineStart, end: end + rest[0].length } : { start, end };
  }
}
