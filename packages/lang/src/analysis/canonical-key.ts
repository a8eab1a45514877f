import { asDecimal } from '@tamis/stdx';
import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import { childExpressions } from '../check/child-expressions.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { AggregateFrame } from '../check/aggregate-frame.js';
import type { Resolution } from '../check/semantic-model.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';

/** Returns a key that is equal only for types whose values are read and compared in the same way. */
export function typeKey(type: Type): string {
  if (type.kind === 'list') return `list<${typeKey(type.element)}>`;
  if (type.kind === 'text') return `text ${type.collation ?? 'cs'}`;
  if (type.kind === 'enum') return `enum ${JSON.stringify(type.values)}`;
  if (type.kind === 'duration') return type.calendar ? 'months' : 'duration';
  return type.kind === 'money' ? `money ${type.currency ?? ''}` : type.kind;
}

/** Returns a constant as text. Equal decimals have the same text. */
export function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (typeof value === 'number') return asDecimal(value).toFixed();
  if (typeof value === 'object' && value !== null && 'toFixed' in value)
    return (value as { toFixed(): string }).toFixed();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, part]) => `${name}:${valueKey(part)}`)
    .join(',')}}`;
}

/**
 * Keys that are equal only for expressions with the same value in every context, even across rules of a set: names are replaced by what
 * they refer to. One instance per rule.
 */
export class CanonicalKeys {
  private readonly known = new Map<Expression, string>();
  private uniqueKeyCount = 0;

  /** `areParametersSet`: parameters have their current values, instead of any values they may be given. */
  constructor(
    private readonly rule: CheckedRule,
    private readonly areParametersSet = false,
  ) {}

  keyOf(node: Expression): string {
    const found = this.known.get(node);
    if (found !== undefined) return found;
    const key = this.buildKey(this.resolveFixed(node));
    this.known.set(node, key);
    return key;
  }

  /** Returns the expression to which a name refers. A parameter remains as it is unless its value is set. */
  resolveFixed(node: Expression): Expression {
    let found = node;
    for (
      let resolution = this.rule.meaning.resolution(found);
      resolution?.kind === 'expansion' && (this.areParametersSet || resolution.of !== 'param');
      resolution = this.rule.meaning.resolution(found)
    )
      found = resolution.body;
    return found;
  }

  /** Returns the value of a constant expression that no parameter can change; `undefined` for all others. */
  constant(node: Expression): Value | undefined {
    return this.isTunable(node) ? undefined : this.rule.meaning.constant(node);
  }

  private isTunable(node: Expression): boolean {
    const written = this.resolveFixed(node);
    const resolution = this.rule.meaning.resolution(written);
    return resolution?.kind === 'expansion' || childExpressions(written).some((part) => this.isTunable(part));
  }

  private buildKey(node: Expression): string {
    const { meaning } = this.rule;
    const constant = this.constant(node);
    if (constant !== undefined) return `constant ${typeKey(meaning.type(node))} ${valueKey(constant)}`;
    switch (node.kind) {
      case 'rawTextLiteral':
        return `pattern ${JSON.stringify(node.value)}`;
      case 'and':
      case 'or':
      case 'none':
        return `${node.kind}(${this.keysOf(node.items).sort().join(',')})`;
      case 'atLeast':
        return `atLeast ${node.count.text}(${this.keysOf(node.items).sort().join(',')})`;
      case 'not':
        return `not(${this.keyOf(node.operand)})`;
      case 'convert':
        return this.inCurrency(node.operand, node.currency);
      case 'arrayLiteral':
        return `[${this.keysOf(node.items).join(',')}]`;
      default:
        return this.named(node, meaning.resolution(node));
    }
  }

  /** Returns the key of an amount in a currency. The currency is omitted if the amount already has it. */
  inCurrency(node: Expression, currency: string): string {
    const type = this.rule.meaning.type(node);
    const isSame = type.kind === 'money' && type.currency === currency;
    return isSame ? this.keyOf(node) : `in ${currency}(${this.keyOf(node)})`;
  }

  private keysOf(nodes: readonly Expression[]): string[] {
    return nodes.map((node) => this.keyOf(node));
  }

  private named(node: Expression, resolution: Resolution | null): string {
    switch (resolution?.kind) {
      case 'now':
        return 'now';
      case 'expansion':
        return `parameter ${resolution.name}`;
      case 'let':
        return this.let(resolution.index);
      case 'field':
        return `${resolution.scope} ${resolution.field.jsonPath.map((step) => JSON.stringify(step)).join('.')}`;
      case 'list':
        return `list ${resolution.list.id}`;
      case 'listType':
        return `lists ${resolution.listType}`;
      case 'application': {
        const { signature, operandTypes, implied = [] } = resolution;
        const members = node.kind === 'call' ? node.members.join('.') : '';
        const types = operandTypes.map(typeKey).join(';');
        const parts = this.keysOf(childExpressions(node)).join(',');
        return `${signature.id} ${types} ${valueKey([...implied])} ${JSON.stringify(members)}(${parts})`;
      }
      case 'aggregate':
        return node.kind === 'aggregate' ? this.aggregate(node, resolution.window) : this.uniqueKey();
      default:
        return this.uniqueKey();
    }
  }

  private let(index: number): string {
    const named = this.rule.lets[index];
    return named ? this.keyOf(named.value) : this.uniqueKey();
  }

  private aggregate(node: AggregateNode, { window, ...frame }: AggregateFrame): string {
    const start = window.kind === 'since' ? { kind: 'since', start: this.keyOf(window.start) } : window;
    const value = node.value ? `${typeKey(this.rule.meaning.type(node.value))} ${this.keyOf(node.value)}` : '';
    return `${node.function}(${value} | ${JSON.stringify({ ...frame, window: start })} | ${node.where ? this.keyOf(node.where) : ''})`;
  }

  /** Returns a key that equals no other: what is not understood is never considered equal. */
  private uniqueKey(): string {
    this.uniqueKeyCount += 1;
    return `${this.rule.file}:${this.rule.key}#${this.uniqueKeyCount}`;
  }
}
