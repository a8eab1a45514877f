import { compareNumeric, numericText, type Numeric } from './numeric.js';

/** An exact amount in one currency. */
export interface Money {
  readonly amount: Numeric;
  /** ISO 4217 or an organization's own code, upper case. */
  readonly currency: string;
}

export const money = (amount: Numeric, currency: string): Money => ({ amount, currency });

export const sameMoney = (a: Money, b: Money): boolean =>
  a.currency === b.currency && compareNumeric(a.amount, b.amount) === 0;

/** `10000.5 USD`, the text of the `$money` literal. */
export const moneyText = (value: Money): string => `${numericText(value.amount)} ${value.currency}`;
