import { isUnknown, type CheckedTest, type Environment, type Expression, type Type, type Value } from '@tamis/lang';
import { numericText, type Money } from '@tamis/stdx';

/** The value after a colon in a fixture. */
export type FixtureValue =
  | { readonly kind: 'value'; readonly value: Value; readonly type: Type }
  /** An object of the test's world, by name. */
  | { readonly kind: 'entity'; readonly name: string }
  /** The word `missing`, or a calculation without a result. */
  | { readonly kind: 'missing' };

const missing: FixtureValue = { kind: 'missing' };

/** Evaluates constants, `now`, arithmetic on both, and names of the test's world. */
export function fixtureValue(node: Expression, { meaning }: CheckedTest, environment: Environment): FixtureValue {
  const resolution = meaning.resolution(node);
  if (resolution?.kind === 'missing') return missing;
  if (resolution?.kind === 'fixture') return { kind: 'entity', name: resolution.name };
  const value = valueOf(node, meaning, environment);
  return value === undefined ? missing : { kind: 'value', value, type: meaning.type(node) };
}

/** Returns `undefined` for a calculation without a result. */
function valueOf(written: Expression, meaning: CheckedTest['meaning'], environment: Environment): Value | undefined {
  const constant = meaning.constant(written);
  if (constant !== undefined) return constant;
  const node = meaning.expanded(written);
  const resolution = meaning.resolution(node);
  if (resolution?.kind === 'now') return environment.now;
  if (resolution?.kind === 'fixture') return resolution.name;
  if (node.kind === 'arrayLiteral') {
    const items = node.items.map((item) => valueOf(item, meaning, environment));
    return items.includes(undefined) ? undefined : (items as Value[]);
  }
  if (resolution?.kind !== 'application' || (node.kind !== 'operation' && node.kind !== 'call')) return undefined;
  const operands = (node.kind === 'call' ? node.args : node.operands).map((each) =>
    valueOf(each, meaning, environment),
  );
  if (operands.includes(undefined)) return undefined;
  const { signature, operandTypes } = resolution;
  const result = signature.evaluate(operands as Value[], operandTypes, environment);
  return isUnknown(result) ? undefined : result;
}

/** Returns a value as the platform stores it. Decimals are kept, because rounding them to JSON numbers would change amounts. */
export function storedValue(value: Value, type: Type): unknown {
  switch (type.kind) {
    case 'money':
      return { amount: numericText((value as Money).amount), currency: (value as Money).currency };
    case 'datetime':
      return new Date(value as number).toISOString();
    case 'list':
      return (value as readonly Value[]).map((item) => storedValue(item, type.element));
    case 'number':
    case 'duration':
    case 'distance':
    case 'bool':
    case 'text':
    case 'enum':
    case 'country':
    case 'currency':
    case 'date':
    case 'ip':
    case 'geo':
    case 'entity':
    case 'object':
    case 'any':
    case 'listref':
      return value;
  }
}
