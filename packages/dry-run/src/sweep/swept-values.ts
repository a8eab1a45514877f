import type { RuleSetContent } from '@tamis/engine';
import {
  durationLiteral,
  distanceLiteral,
  moneyLiteral,
  numberLiteral,
  percentLiteral,
  printExpression,
  readRules,
  type Expression,
  type ParamDeclaration,
} from '@tamis/lang';
import { Decimal34, failure, ok, type Result } from '@tamis/stdx';

/** Why a range has no values. */
export type StepsProblem =
  | { readonly kind: 'noParameter'; readonly param: string }
  /** It has no `between … and …`, or its ends are not plain values of one kind. */
  | { readonly kind: 'noRange'; readonly param: string };

type Amount = InstanceType<typeof Decimal34>;

/** A literal as an amount that can be divided. */
interface Measured {
  readonly amount: Amount;
  /** The same for literals that can be converted to each other's unit. */
  readonly kind: string;
  /** Number of fraction digits of intermediate values. */
  readonly digits: number;
  readonly make: (amount: string) => Expression;
}

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

function measured(node: Expression): Measured | null {
  const of = (amount: string, kind: string, digits: number, make: Measured['make'], factor = 1): Measured => ({
    amount: new Decimal34(amount).times(factor),
    kind,
    digits,
    make,
  });
  if (node.kind === 'numberLiteral') return of(node.text, 'number', 6, (text) => numberLiteral(text));
  if (node.kind === 'percentLiteral') return of(node.text, 'percent', 4, (text) => percentLiteral(text));
  if (node.kind === 'moneyLiteral')
    return of(node.amount, node.currency, 2, (text) => moneyLiteral(text, node.currency));
  if (node.kind === 'distanceLiteral') return of(node.amount, node.unit, 3, (text) => distanceLiteral(text, node.unit));
  if (node.kind !== 'durationLiteral') return null;
  const { unit } = node;
  if (unit === 'mo' || unit === 'y')
    return of(node.amount, 'months', 0, (text) => durationLiteral(text, 'mo'), unit === 'y' ? 12 : 1);
  return of(node.amount, 'seconds', 0, wholeDuration, seconds[unit]);
}

/** Uses the largest unit that needs no fraction. */
function wholeDuration(amount: string): Expression {
  const whole = Number(amount);
  const unit = (['w', 'd', 'h', 'm'] as const).find((each) => whole > 0 && whole % (seconds[each] ?? 1) === 0) ?? 's';
  return durationLiteral(String(whole / (seconds[unit] ?? 1)), unit);
}

/** Returns the declaration of a parameter, or `null` if no rule declares one with this name. */
function declarationOf({ rules }: RuleSetContent, param: string): ParamDeclaration | null {
  for (const { source } of rules) {
    const found = readRules(source).file.parameters.find(({ name }) => name.text === param);
    if (found) return found;
  }
  return null;
}

/** Returns the default of a parameter as text, or `null` if no rule declares one with this name. */
export function currentValue(content: RuleSetContent, param: string): string | null {
  const declaration = declarationOf(content, param);
  return declaration && printExpression(declaration.value);
}

/**
 * Returns the given number of values of a parameter, evenly distributed over its declared range including both ends. If a step is declared,
 * they lie on its grid, and there may be fewer. The values are ascending texts of the rule language.
 */
export function sweptValues(
  content: RuleSetContent,
  param: string,
  steps: number,
): Result<readonly string[], StepsProblem> {
  const declaration = declarationOf(content, param);
  if (!declaration) return failure({ kind: 'noParameter', param });
  const low = declaration.minimum && measured(declaration.minimum);
  const high = declaration.maximum && measured(declaration.maximum);
  const grid = declaration.step && measured(declaration.step);
  if (!low || !high || low.kind !== high.kind) return failure({ kind: 'noRange', param });
  const span = high.amount.minus(low.amount);
  const values = Array.from({ length: steps }, (_, index) => {
    const even = span.times(index).div(Math.max(1, steps - 1));
    if (!grid) return low.amount.plus(even).toDecimalPlaces(low.digits);
    return low.amount.plus(even.div(grid.amount).round().times(grid.amount));
  });
  const within = values.filter((value) => value.lte(high.amount)).map((value) => value.toFixed());
  return ok([...new Set(within)].map((value) => printExpression(low.make(value))));
}
