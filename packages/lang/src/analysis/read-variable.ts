import type { Expression } from '../ast/expression.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import { printExpression } from '../print/print-expression.js';
import type { Type } from '../types/type.js';
import { CanonicalKeys, typeKey } from './canonical-key.js';
import { aggregateDomains, functionDomains } from './known-domains.js';
import type { Variable } from './variable.js';
import { fullRange, type Domain } from './value-set.js';

const line: Domain = { kind: 'ranges', whole: false, within: fullRange };
const texts: Domain = { kind: 'points', universe: null };
const truths: Domain = { kind: 'points', universe: ['false', 'true'] };
const orders: Domain = { kind: 'points', universe: ['-1', '0', '1'] };

/** Returns the values of a type. */
function domainOfType(type: Type): Domain {
  switch (type.kind) {
    case 'number':
    case 'money':
    case 'duration':
    case 'distance':
    case 'date':
    case 'datetime':
      return line;
    case 'bool':
      return truths;
    case 'enum':
      return { kind: 'points', universe: type.values };
    case 'text':
    case 'country':
    case 'currency':
    case 'ip':
    case 'entity':
    case 'geo':
    case 'object':
    case 'any':
    case 'listref':
    case 'list':
      return texts;
  }
}

/** Returns the variables that one rule reads. */
export class VariableReader {
  readonly keys: CanonicalKeys;

  /** `areParametersSet`: see `CanonicalKeys`. */
  constructor(
    readonly rule: CheckedRule,
    areParametersSet = false,
  ) {
    this.keys = new CanonicalKeys(rule, areParametersSet);
  }

  /** Returns what a name refers to. For a parameter, only if its value is set. */
  resolveName(node: Expression): Expression {
    const { meaning, lets } = this.rule;
    const expanded = this.keys.resolveFixed(node);
    const resolution = meaning.resolution(expanded);
    const named = resolution?.kind === 'let' ? lets[resolution.index] : undefined;
    return named ? this.resolveName(named.value) : expanded;
  }

  /** Returns the field of the subject or record that a node refers to. */
  field(node: Expression): { readonly field: FieldDeclaration; readonly isRecord: boolean } | null {
    const resolution = this.rule.meaning.resolution(this.resolveName(node));
    return resolution?.kind === 'field' ? { field: resolution.field, isRecord: resolution.scope === 'record' } : null;
  }

  private domain(node: Expression, type: Type): Domain {
    const written = this.resolveName(node);
    const resolution = this.rule.meaning.resolution(written);
    const known =
      written.kind === 'aggregate'
        ? aggregateDomains[written.function]
        : resolution?.kind === 'application' && resolution.declaration.kind === 'function'
          ? functionDomains[resolution.declaration.name]
          : undefined;
    return known ?? domainOfType(type);
  }

  /** Returns a value read as a type. */
  value(node: Expression, type: Type): Variable {
    const found = this.field(node);
    const key = this.keys.keyOf(node);
    const domain = this.domain(node, type);
    return {
      key: `${key} as ${typeKey(type)}`,
      base: found ? key : null,
      domain,
      alwaysKnown: this.rule.meaning.resolution(this.resolveName(node))?.kind === 'now',
      text: () => printExpression(node),
      field: found && !found.isRecord && !found.field.derived ? found.field : null,
      reading: { kind: 'scalar', type: type.kind, isFolded: type.kind === 'text' && type.collation === 'ci' },
    };
  }

  /** Returns an amount of money, in a given currency or in its own. */
  amount(node: Expression, currency: string | null): Variable {
    const written = this.resolveName(node);
    const inner = written.kind === 'convert' && written.currency === currency ? written.operand : written;
    const found = this.field(inner);
    const key = this.keys.keyOf(node);
    return {
      key: currency === null ? `amount of ${key}` : `amount of ${this.keys.inCurrency(node, currency)}`,
      base: found ? this.keys.keyOf(inner) : null,
      domain: this.domain(node, { kind: 'money' }),
      alwaysKnown: false,
      text: () =>
        currency === null || written.kind === 'convert'
          ? printExpression(node)
          : `${printExpression(node)} as ${currency}`,
      field: found && !found.isRecord ? found.field : null,
      reading: { kind: 'amount', currency },
    };
  }

  /** Returns the day of a time in the organization's time zone. */
  day(node: Expression): Variable {
    const thing = this.value(node, { kind: 'datetime' });
    return { ...thing, key: `day of ${thing.key}`, field: null, reading: { kind: 'scalar', type: 'date' } };
  }

  /** Returns how long ago a time was, in milliseconds. */
  age(node: Expression): Variable {
    const thing = this.value(node, { kind: 'datetime' });
    return {
      ...thing,
      key: `age of ${thing.key}`,
      text: () => `now - ${thing.text()}`,
      field: null,
      reading: { kind: 'scalar', type: 'duration' },
    };
  }

  /** Returns the comparison of two values. `orientation` is -1 if they are in reverse order. */
  order(
    a: Expression,
    b: Expression,
    types: readonly Type[],
    isSymmetric: boolean,
  ): { readonly thing: Variable; readonly orientation: 1 | -1 } {
    const sides = [a, b].map(
      (node, index) => `${this.keys.keyOf(node)} as ${typeKey(types[index] ?? { kind: 'any' })}`,
    );
    const [first = '', second = ''] = sides;
    const isTurned = isSymmetric && first > second;
    const key = isTurned ? `${second} <=> ${first}` : `${first} <=> ${second}`;
    const thing: Variable = {
      key,
      base: null,
      domain: orders,
      alwaysKnown: false,
      text: () => `${printExpression(a)} against ${printExpression(b)}`,
      field: null,
      reading: { kind: 'order' },
    };
    return { thing, orientation: isTurned ? -1 : 1 };
  }

  /** Returns whether part of a condition is true, if nothing else is known about it. `key` identifies the condition. */
  truth(node: Expression, key: string): Variable {
    return {
      key,
      base: null,
      domain: truths,
      alwaysKnown: false,
      text: () => printExpression(node),
      field: null,
      reading: { kind: 'truth', node },
    };
  }
}
