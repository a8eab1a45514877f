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

/** Why a range gives no values. */
export type StepsProblem =
  | { readonly kind: 'noParameter'; readonly param: string }
  /** It has no `between … and …`, or its ends are not plain values of one kind. */
  | { readonly kind: 'noRange'; readonly param: string };

type Amount = InstanceType<typeof Decimal34>;

/** A literal as an amount of something that can be divided. */
interface Measured {
  readonly amount: Amount;
  /** Equal for literals that can be counted in one another. */
  readonly kind: string;
  /** Of values between: so many digits behind the point. */
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

/** In the largest unit that needs no fraction. */
function wholeDuration(amount: string): Expression {
  const whole = Number(amount);
  const unit = (['w', 'd', 'h', 'm'] as const).find((each) => whole > 0 && whole % (seconds[each] ?? 1) === 0) ?? 's';
  return durationLiteral(String(whole / (seconds[unit] ?? 1)), unit);
}

/** The declaration of a parameter; null: no rule has one of that name. */
function declarationOf({ rules }: RuleSetContent, param: string): ParamDeclaration | null {
  for (const { source } of rules) {
    const found = readRules(source).file.parameters.find(({ name }) => name.text === param);
    if (found) return found;
  }
  return null;
}

/** The default of a parameter as text; null: no rule has one of that name. */
export function currentValue(content: RuleSetContent, param: string): string | null {
  const declaration = declarationOf(content, param);
  return declaration && printExpression(declaration.value);
}

/**
 * So many values of a parameter, evenly over its declared range, both ends included, each on its grid where it declares one:
 * fewer where the grid has fewer. As texts of the rule language, rising.
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
