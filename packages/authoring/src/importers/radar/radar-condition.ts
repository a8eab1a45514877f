import { printText } from '@tamis/lang';
import { attributeField, metadataField, type RadarField } from './radar-attributes.js';
import { radarTokens, type RadarToken } from './radar-tokens.js';

/** Why a condition cannot be written as a rule. */
export class RadarSyntaxError extends Error {
  constructor(
    /** Characters from the beginning of the condition. */
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const comparisonSigns: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);

const shown = (token: RadarToken): string => {
  if (token.kind === 'attribute') return `\`:${token.name}:\``;
  return token.kind === 'metadata' ? `\`::${token.name}::\`` : `\`${token.text}\``;
};

/** Reads a condition from left to right and writes it as rule text. */
class ConditionParser {
  private readonly tokens: readonly RadarToken[];
  private position = 0;

  constructor(private readonly source: string) {
    this.tokens = radarTokens(source);
  }

  parse(): string {
    const text = this.parseOr();
    const left = this.tokens[this.position];
    if (left) throw new RadarSyntaxError(left.at, `${shown(left)} is not expected here`);
    return text;
  }

  private parseOr(): string {
    const parts = [this.parseAnd()];
    while (this.acceptWord('or')) parts.push(this.parseAnd());
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' or ')})`;
  }

  private parseAnd(): string {
    const parts = [this.parseUnary()];
    while (this.acceptWord('and')) parts.push(this.parseUnary());
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' and ')})`;
  }

  private parseUnary(): string {
    if (this.acceptWord('not')) return `(not ${this.parseUnary()})`;
    if (this.acceptSign('(')) {
      const text = this.parseOr();
      this.expectSign(')');
      return text;
    }
    if (this.acceptWord('is_missing')) {
      this.expectSign('(');
      const field = this.parseField();
      this.expectSign(')');
      return `(${field.text} is missing)`;
    }
    return this.parseComparison(this.parseField());
  }

  private parseField(): RadarField {
    const token = this.nextToken();
    if (token.kind === 'metadata') {
      if (token.of === 'other')
        throw new RadarSyntaxError(token.at, `${shown(token)}: metadata of the payment or customer only`);
      return metadataField(token.of, token.name);
    }
    if (token.kind !== 'attribute')
      throw new RadarSyntaxError(token.at, `${shown(token)} where an attribute is needed`);
    const field = attributeField(token.name);
    if (!field)
      throw new RadarSyntaxError(token.at, `the attribute ${shown(token)} has no equal among the fields of rules`);
    return field;
  }

  private parseComparison(field: RadarField): string {
    const token = this.tokens[this.position];
    if (token?.kind === 'sign' && comparisonSigns.has(token.text)) {
      this.position += 1;
      if (field.kind === 'flag')
        throw new RadarSyntaxError(token.at, 'an attribute that is true or false is not compared');
      return `(${field.text} ${token.text} ${this.parseValue(field)})`;
    }
    if (this.acceptWord('in')) return `(${field.text} in ${this.parseList(field)})`;
    if (this.acceptWord('includes')) return `(${field.text} contains ${this.parseText().written})`;
    if (this.acceptWord('like')) return `(${field.text} ${this.parsePattern()})`;
    if (field.kind === 'flag') return field.text;
    throw new RadarSyntaxError(
      token?.at ?? this.source.length,
      'a comparison is needed here: =, !=, <, <=, >, >=, IN, INCLUDES or LIKE',
    );
  }

  private parseList(field: RadarField): string {
    const token = this.tokens[this.position];
    if (token?.kind === 'list') {
      this.position += 1;
      return `list ${printText(token.text)}`;
    }
    this.expectSign('(');
    const values = [this.parseValue(field)];
    while (this.acceptSign(',')) values.push(this.parseValue(field));
    this.expectSign(')');
    return `[${values.join(', ')}]`;
  }

  private parseValue({ kind, currency, upper }: RadarField): string {
    const token = this.nextToken();
    if (token.kind === 'number') {
      const number = token.text;
      return kind === 'amount' ? `${number} ${currency ?? ''}` : number;
    }
    if (token.kind !== 'text' || kind === 'amount')
      throw new RadarSyntaxError(
        token.at,
        `${shown(token)} where a ${kind === 'amount' ? 'number' : 'value'} is needed`,
      );
    return printText(upper ? token.text.toUpperCase() : token.text);
  }

  private parseText(): { readonly raw: string; readonly written: string; readonly at: number } {
    const token = this.nextToken();
    if (token.kind !== 'text' || token.text === '')
      throw new RadarSyntaxError(token.at, `${shown(token)} where a text is needed`);
    return { raw: token.text, written: printText(token.text), at: token.at };
  }

  /** `'x%'`, `'%x'` and `'%x%'`. */
  private parsePattern(): string {
    const { raw, at } = this.parseText();
    const [, before = '', middle = '', after = ''] = /^(%?)([^%_]+)(%?)$/.exec(raw) ?? [];
    if (middle === '') throw new RadarSyntaxError(at, `the pattern \`${raw}\`: % is read at its ends only`);
    const word = before && after ? 'contains' : before ? 'ends with' : after ? 'starts with' : '=';
    return `${word} ${printText(middle)}`;
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
      throw new RadarSyntaxError(
        token?.at ?? this.source.length,
        `\`${sign}\` is needed${token ? ` before ${shown(token)}` : ''}`,
      );
  }
}

/** A condition of Radar as rule text. Throws a `RadarRefusal`. */
export const translateRadarCondition = (source: string): string => new ConditionParser(source).parse();
