import { limits } from '@tamis/lang';
import type { ImportOptions } from '../imported.js';
import { attributeField } from './radar-attributes.js';
import {
  compareDataList,
  compareFields,
  compareList,
  comparePattern,
  compareSearch,
  compareValue,
  type Comparison,
  type RadarValue,
} from './radar-comparison.js';
import { mappedField, metadataField, type RadarField } from './radar-field.js';
import { radarTokens, type RadarToken } from './radar-tokens.js';

/** The reason why a condition cannot be written as a rule. */
export class RadarSyntaxError extends Error {
  constructor(
    /** The offset in characters from the beginning of the condition. */
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

export interface RadarCondition {
  readonly text: string;
  /** Notes for readers of the rule. */
  readonly notes: ReadonlySet<string>;
}

const comparisonSigns: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);

const shown = (token: RadarToken): string => {
  if (token.kind === 'attribute') return `\`:${token.name}:\``;
  if (token.kind === 'metadata') return `\`::${token.of === 'payment' ? '' : `${token.of}:`}${token.name}::\``;
  return `\`${token.text}\``;
};

/** Parses a condition from left to right and writes it as rule text. */
class ConditionParser {
  private readonly tokens: readonly RadarToken[];
  private readonly notes = new Set<string>();
  private position = 0;
  private depth = 0;
  private comparisons = 0;

  constructor(
    private readonly source: string,
    private readonly options: ImportOptions,
  ) {
    this.tokens = radarTokens(source);
  }

  parse(): RadarCondition {
    const text = this.parseOr();
    const left = this.tokens[this.position];
    if (left) throw new RadarSyntaxError(left.at, `${shown(left)} is not expected here`);
    return { text, notes: this.notes };
  }

  private parseOr(): string {
    const parts = [this.parseAnd()];
    while (this.acceptWord('or') || this.acceptSign('||')) parts.push(this.parseAnd());
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' or ')})`;
  }

  private parseAnd(): string {
    const parts = [this.parseUnary()];
    while (this.acceptWord('and') || this.acceptSign('&&')) parts.push(this.parseUnary());
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' and ')})`;
  }

  private parseUnary(): string {
    const at = this.here();
    this.depth += 1;
    if (this.depth > limits.depth) throw new RadarSyntaxError(at, `it is nested more than ${limits.depth} levels deep`);
    const text = this.parseTerm();
    this.depth -= 1;
    return text;
  }

  private parseTerm(): string {
    if (this.acceptWord('not') || this.acceptSign('!')) return `(not ${this.parseUnary()})`;
    if (this.acceptSign('(')) {
      const text = this.parseOr();
      this.expectSign(')');
      return text;
    }
    this.comparisons += 1;
    if (this.comparisons > limits.leavesPerRule)
      throw new RadarSyntaxError(this.here(), `a rule can have up to ${limits.leavesPerRule} comparisons`);
    if (this.acceptWord('is_missing')) {
      this.expectSign('(');
      const field = this.parseField();
      this.expectSign(')');
      return `(${field.path} is missing)`;
    }
    return this.parseComparison(this.parseField());
  }

  private parseField(): RadarField {
    const token = this.nextToken();
    const field = this.fieldOf(token);
    if (typeof field === 'string') throw new RadarSyntaxError(token.at, field);
    for (const note of field.notes ?? []) this.notes.add(note);
    return field;
  }

  /** Returns the field of an attribute or a metadata key, or the reason why it has none. */
  private fieldOf(token: RadarToken): RadarField | string {
    if (token.kind !== 'attribute' && token.kind !== 'metadata') return `${shown(token)} where an attribute is needed`;
    const { fields = {}, defaultPath: below = ['transaction', 'metadata'] } = this.options;
    const name = token.kind === 'attribute' ? token.name : shown(token).slice(1, -1);
    const mapped = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (mapped !== undefined) return mappedField(mapped);
    if (token.kind === 'attribute')
      return (
        attributeField(name) ??
        `the attribute ${shown(token)} has no equivalent among the fields of rules: map it to one`
      );
    if (token.of === 'payment') return metadataField([...below, token.name]);
    if (token.of === 'customer') return metadataField(['origin', 'attributes', token.name]);
    if (token.of === 'destination') return metadataField(['destination', 'attributes', token.name]);
    return `${shown(token)}: only metadata of the payment, customer or destination is supported`;
  }

  private parseComparison(field: RadarField): string {
    const at = this.here();
    const token = this.tokens[this.position];
    if (token?.kind === 'sign' && comparisonSigns.has(token.text)) {
      this.position += 1;
      if (field.flag !== undefined && !field.words)
        throw new RadarSyntaxError(at, 'an attribute that is true or false cannot be compared');
      return this.parseOperand(field, token.text);
    }
    if (this.acceptWord('in')) return this.parseList(field);
    if (this.acceptWord('includes')) return this.checked(compareSearch(field, this.parseText()), at);
    if (this.acceptWord('like')) return this.checked(comparePattern(field, this.parseText()), at);
    if (field.flag !== undefined) return field.flag;
    throw new RadarSyntaxError(at, 'a comparison is expected here: =, !=, <, <=, >, >=, IN, INCLUDES or LIKE');
  }

  private parseOperand(field: RadarField, sign: string): string {
    const at = this.here();
    const kind = this.tokens[this.position]?.kind;
    if (kind === 'attribute' || kind === 'metadata')
      return this.checked(compareFields(field, sign, this.parseField()), at);
    return this.checked(compareValue(field, sign, this.parseValue()), at);
  }

  private parseList(field: RadarField): string {
    const at = this.here();
    const token = this.tokens[this.position];
    if (token?.kind === 'list') {
      this.position += 1;
      return this.checked(compareDataList(field, token.text), at);
    }
    this.expectSign('(');
    const values = [this.parseValue()];
    while (this.acceptSign(',')) values.push(this.parseValue());
    this.expectSign(')');
    return this.checked(compareList(field, values), at);
  }

  private parseValue(): RadarValue {
    const { kind, at, ...token } = this.nextToken();
    if ((kind === 'number' || kind === 'text') && 'text' in token) return { kind, text: token.text };
    throw new RadarSyntaxError(at, `${shown({ kind, at, ...token } as RadarToken)} where a value is needed`);
  }

  private parseText(): string {
    const token = this.nextToken();
    if (token.kind === 'text' && token.text !== '') return token.text;
    throw new RadarSyntaxError(token.at, `${shown(token)} where a text is needed`);
  }

  private checked(comparison: Comparison, at: number): string {
    if ('text' in comparison) return comparison.text;
    throw new RadarSyntaxError(at, comparison.problem);
  }

  private here(): number {
    return this.tokens[this.position]?.at ?? this.source.length;
  }

  private nextToken(): RadarToken {
    const token = this.tokens[this.position];
    if (!token) throw new RadarSyntaxError(this.source.length, 'the condition ends too early');
    if (token.kind === 'unknown') throw new RadarSyntaxError(token.at, `the character ${shown(token)}`);
    this.position += 1;
    return token;
  }

  private acceptWord(word: string): boolean {
    const token = this.tokens[this.position];
    if (token?.kind !== 'word' || token.text !== word) return false;
    this.position += 1;
    return true;
  }

  private acceptSign(sign: string): boolean {
    const token = this.tokens[this.position];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.position += 1;
    return true;
  }

  private expectSign(sign: string): void {
    const token = this.tokens[this.position];
    if (!this.acceptSign(sign))
      throw new RadarSyntaxError(this.here(), `\`${sign}\` is needed${token ? ` before ${shown(token)}` : ''}`);
  }
}

/** Returns a Radar condition as rule text. Throws a `RadarSyntaxError`. */
export const translateRadarCondition = (source: string, options: ImportOptions): RadarCondition =>
  new ConditionParser(source, options).parse();
