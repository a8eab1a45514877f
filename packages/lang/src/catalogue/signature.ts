import type { Type, TypeKind } from '../types/type.js';
import type { Outcome, Value } from '../values/value.js';
import type { Environment } from './environment.js';

/**
 * Pattern for the type of an operand: a kind, or `T` (any single type, the same throughout the signature), `list<T>`, or a set of kinds.
 * `any` fields fit every pattern, and are read at evaluation time as the type that the pattern resolves to.
 */
export type TypePattern = TypeKind | 'T' | 'list<T>' | readonly TypeKind[];

/** An operand that must be a literal (E0314), and its allowed values (E0305). */
export interface ConstantOperand {
  readonly operand: number;
  readonly accepts: (value: Value) => boolean;
  /** Description such as `an IANA time zone such as "America/Sao_Paulo"`. */
  readonly expected: string;
}

/** One overload of an operator or function. */
export interface Signature {
  /** `gte(money,money)@1`; stored with rules and never reused. */
  readonly id: string;
  readonly operands: readonly TypePattern[];
  /** How many operands beyond `operands.length - 1` the last pattern may match; if absent, there are exactly `operands.length` operands. */
  readonly atMost?: number;
  /** Kinds that `T` may be; if absent, every kind. */
  readonly variable?: readonly TypeKind[];
  readonly constants?: readonly ConstantOperand[];
  /** Operands whose duration may not be in months or years (E0309). */
  readonly fixedLengths?: readonly number[];
  /** Computed from the operand types once these are resolved. */
  readonly result: (operands: readonly Type[]) => Type;
  /**
   * Members that may follow the call (`lookup(…).riskScore`): returns the type at these steps of the resulting object, or `null` if there
   * is no such member.
   */
  readonly members?: (steps: readonly string[]) => Type | null;
  /**
   * Reference implementation. For a strict declaration, operands are never unknown; for others, they may be. `types` are the resolved
   * operand types (including text collations).
   */
  readonly evaluate: (operands: readonly Outcome[], types: readonly Type[], environment: Environment) => Outcome;
  /**
   * A faster form of the same: given resolved types and the values of constant operands (undefined if not constant), returns a function of
   * the first two operands (unary operations ignore the second; a third is passed as a constant). Tested against `evaluate` with random
   * input.
   */
  readonly specialize?: (
    types: readonly Type[],
    constants: readonly (Value | undefined)[],
  ) => ((a: Value, b: Value, environment: Environment) => Outcome) | null;
}
