import type { Type, TypeKind } from '../types/type.js';
import type { Outcome, Value } from '../values/value.js';
import type { Environment } from './environment.js';

/**
 * What an operand may be. A kind, or `T` (any one type, the same wherever `T` stands in the signature), `list<T>`,
 * `set` of kinds. `any` fields fit every pattern and are read as the type the pattern settles on when the rule runs.
 */
export type TypePattern = TypeKind | 'T' | 'list<T>' | readonly TypeKind[];

/** An operand that must be a literal (E0314), and what it may be (E0305). */
export interface ConstantOperand {
  readonly operand: number;
  readonly accepts: (value: Value) => boolean;
  /** `an IANA time zone such as "America/Sao_Paulo"`. */
  readonly expected: string;
}

/** One way to use an operator or function. */
export interface Signature {
  /** `gte(money,money)@1`; stored with rules, never reused. */
  readonly id: string;
  readonly operands: readonly TypePattern[];
  /** How many operands beyond `operands.length - 1` the last pattern may repeat; absent: exactly `operands.length`. */
  readonly atMost?: number;
  /** Kinds `T` may be; absent: every kind. */
  readonly variable?: readonly TypeKind[];
  readonly constants?: readonly ConstantOperand[];
  /** Operands that may not be counted in months or years (E0309). */
  readonly fixedLengths?: readonly number[];
  /** Computed from the operand types after they are settled. */
  readonly result: (operands: readonly Type[]) => Type;
  /** What may follow the call (`lookup(…).riskScore`): the type behind these steps of the object it yields; null: no such member. */
  readonly members?: (steps: readonly string[]) => Type | null;
  /**
   * The meaning, written plainly. Of a strict declaration it never sees an unknown; of the others it may.
   * `types` are the settled operand types (collation of texts included).
   */
  readonly evaluate: (operands: readonly Outcome[], types: readonly Type[], environment: Environment) => Outcome;
  /**
   * A faster form of the same: given settled types and the values of constant operands (undefined where not constant), a
   * function of the two first operands (the second is ignored by unary ones; a third is given as a constant). Compared with `evaluate` on random input.
   */
  readonly specialize?: (
    types: readonly Type[],
    constants: readonly (Value | undefined)[],
  ) => ((a: Value, b: Value, environment: Environment) => Outcome) | null;
}
