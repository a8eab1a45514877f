import { isUnknown, type Environment, type Type, type Unknown } from '@tamis/lang';
import type { Money } from '@tamis/stdx';

const knownCurrency = (type: Type | undefined): string | undefined =>
  type?.kind === 'money' ? type.currency : undefined;

/**
 * Two amounts in one currency: that of the side whose currency is known before the run, else of the left one (language manual
 * 3.3). Unknown when there is no rate.
 */
export function alignMoney(
  a: Money,
  b: Money,
  types: readonly Type[],
  environment: Environment,
): readonly [Money, Money] | Unknown {
  if (a.currency === b.currency) return [a, b];
  if (knownCurrency(types[0]) === undefined && knownCurrency(types[1]) !== undefined) {
    const left = environment.convert(a, b.currency, environment.rateTime);
    return isUnknown(left) ? left : [left, b];
  }
  const right = environment.convert(b, a.currency, environment.rateTime);
  return isUnknown(right) ? right : [a, right];
}
