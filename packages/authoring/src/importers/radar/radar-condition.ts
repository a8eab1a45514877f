import { printText } from '@tamis/lang';
import { attributeField, metadataField, type RadarField } from './radar-attributes.js';
import { radarTokens, type RadarToken } from './radar-tokens.js';

/** Why a condition cannot be written as a rule. */
export class RadarRefusal extends Error {
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
class ConditionReader {
  private readonly tokens: readonly RadarToken[];
  private next = 0;

  constructor(private readonly source: string) {
    this.tokens = radarTokens(source);
  }

  whole(): string {
    const text = this.either();
    const left = this.tokens[this.next];
    if (left) throw new RadarRefusal(left.at, `${shown(left)} is not expected here`);
    return text;
  }

  private either(): string {
    const parts = [this.both()];
    while (this.takesWord('or')) parts.push(this.both());
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' or ')})`;
  }

  private both(): string {
    const parts = [this.one()];
    while (this.takesWord('and')) parts.push(this.one());
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' and ')})`;
  }

  private one(): string {
    if (this.takesWord('not')) return `(not ${this.one()})`;
    if (this.takesSign('(')) {
      const text = this.either();
      this.needSign(')');
      return text;
    }
    if (this.takesWord('is_missing')) {
      this.needSign('(');
      const field = this.field();
      this.needSign(')');
      return `(${field.text} is missing)`;
    }
    return this.comparison(this.field());
  }

  private field(): RadarField {
    const token = this.take();
    if (token.kind === 'metadata') {
      if (token.of === 'other')
        throw new RadarRefusal(token.at, `${shown(token)}: metadata of the payment or customer only`);
      return metadataField(token.of, token.name);
    }
    if (token.kind !== 'attribute') throw new RadarRefusal(token.at, `${shown(token)} where an attribute is needed`);
    const field = attributeField(token.name);
    if (!field)
      throw new RadarRefusal(token.at, `the attribute ${shown(token)} has no equal among the fields of rules`);
    return field;
  }

  private comparison(field: RadarField): string {
    const token = this.tokens[this.next];
    if (token?.kind === 'sign' && comparisonSigns.has(token.text)) {
      this.next += 1;
      if (field.kind === 'flag') throw new RadarRefusal(token.at, 'an attribute that is true or false is not compared');
      return `(${field.text} ${token.text} ${this.value(field)})`;
    }
    if (this.takesWord('in')) return `(${field.text} in ${this.list(field)})`;
    if (this.takesWord('includes')) return `(${field.text} contains ${this.text().written})`;
    if (this.takesWord('like')) return `(${field.text} ${this.pattern()})`;
    if (field.kind === 'flag') return field.text;
    throw new RadarRefusal(
      token?.at ?? this.source.length,
      'a comparison is needed here: =, !=, <, <=, >, >=, IN, INCLUDES or LIKE',
    );
  }

  private list(field: RadarField): string {
    const token = this.tokens[this.next];
    if (token?.kind === 'list') {
      this.next += 1;
      return `list ${printText(token.text)}`;
    }
    this.needSign('(');
    const values = [this.value(field)];
    while (this.takesSign(',')) values.push(this.value(field));
    this.needSign(')');
    return `[${values.join(', ')}]`;
  }

  private value({ kind, currency, upper }: RadarField): string {
    const token = this.take();
    if (token.kind === 'number') {
      const number = token.text;
      return kind === 'amount' ? `${number} ${currency ?? ''}` : number;
    }
    if (token.kind !== 'text' || kind === 'amount')
      throw new RadarRefusal(token.at, `${shown(token)} where a ${kind === 'amount' ? 'number' : 'value'} is needed`);
    return printText(upper ? token.text.toUpperCase() : token.text);
  }

  private text(): { readonly raw: string; readonly written: string; readonly at: number } {
    const token = this.take();
    if (token.kind !== 'text' || token.text === '')
      throw new RadarRefusal(token.at, `${shown(token)} where a text is needed`);
    return { raw: token.text, written: printText(token.text), at: token.at };
  }

  /** `'x%'`, `'%x'` and `'%x%'`. */
  private pattern(): string {
    const { raw, at } = this.text();
    const [, before = '', middle = '', after = ''] = /^(%?)([^%_]+)(%?)$/.exec(raw) ?? [];
    if (middle === '') throw new RadarRefusal(at, `the pattern \`${raw}\`: % is read at its ends only`);
    const word = before && after ? 'contains' : before ? 'ends with' : after ? 'starts with' : '=';
    return `${word} ${printText(middle)}`;
  }

  private take(): RadarToken {
    const token = this.tokens[this.next];
    if (!token) throw new RadarRefusal(this.source.length, 'the condition ends too early');
    if (token.kind === 'unknown') throw new RadarRefusal(token.at, `the character ${shown(token)}`);
    this.next += 1;
    return token;
  }

  private takesWord(word: string): boolean {
    const token = this.tokens[this.next];
    if (token?.kind !== 'word' || token.text !== word) return false;
    this.next += 1;
    return true;
  }

  private takesSign(sign: string): boolean {
    const token = this.tokens[this.next];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.next += 1;
    return true;
  }

  private needSign(sign: string): void {
    const token = this.tokens[this.next];
    if (!this.takesSign(sign))
      throw new RadarRefusal(
        token?.at ?? this.source.length,
        `\`${sign}\` is needed${token ? ` before ${shown(token)}` : ''}`,
      );
  }
}

/** A condition of Radar as rule text. Throws a `RadarRefusal`. */
export const radarCondition = (source: string): string => new ConditionReader(source).whole();
