import { readPath, type CheckedPeriod, type CheckedRule, type Target } from '@tamis/lang';
import { localDate, parseDate, parseInstant } from '@tamis/stdx';
import type { Context } from '../facts/facts.js';

type Paths = readonly (readonly string[])[];

/** Paths to the values of a subject that `scope` restricts. If there are several, one matching value is sufficient. */
const countries: Readonly<Record<Target, Paths>> = {
  transaction: [
    ['originEntity', 'countryCode'],
    ['destinationEntity', 'countryCode'],
  ],
  person: [['countryCode']],
  company: [['countryCode']],
  userEvent: [['entity', 'countryCode']],
};
const entityTypes: Readonly<Record<Target, Paths>> = {
  transaction: [
    ['originEntity', 'type'],
    ['destinationEntity', 'type'],
  ],
  person: [['type']],
  company: [['type']],
  userEvent: [['entity', 'type']],
};

/** Missing data of the subject excludes nothing. */
function isAllowed(allowed: readonly string[] | null, context: Context, paths: Paths): boolean {
  if (allowed === null) return true;
  const values = paths
    .map((path) => readPath(context, path))
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return (
    values.length === 0 || values.some((value) => allowed.includes(value) || allowed.includes(value.toUpperCase()))
  );
}

const isFrom = (bound: string, now: number, timezone: string): boolean =>
  parseDate(bound) !== null ? localDate(now, timezone) >= bound : now >= (parseInstant(bound) ?? Infinity);

const isUntil = (bound: string, now: number, timezone: string): boolean =>
  parseDate(bound) !== null ? localDate(now, timezone) <= bound : now <= (parseInstant(bound) ?? -Infinity);

/** Returns whether the logical time is in the period, in the organization's time zone. Both ends are included. */
export const isInForce = (period: CheckedPeriod | null, now: number, timezone: string): boolean =>
  period === null ||
  (isFrom(period.from, now, timezone) && (period.until === null || isUntil(period.until, now, timezone)));

/** Returns whether the period and scope of a rule include the subject. An excluded rule is neither evaluated nor listed. */
export function appliesTo(
  { effective, scope }: CheckedRule,
  context: Context,
  { target, now }: { readonly target: Target; readonly now: number },
  timezone: string,
): boolean {
  return (
    isInForce(effective, now, timezone) &&
    isAllowed(scope.countries, context, countries[target]) &&
    isAllowed(scope.entityTypes, context, entityTypes[target]) &&
    isAllowed(scope.paymentMethods, context, [['paymentMethod']]) &&
    isAllowed(scope.transactionTypes, context, target === 'transaction' ? [['type']] : [])
  );
}

/** Returns whether the subject or the time determines if the rule is evaluated. */
export const isRestricted = ({ effective, scope }: CheckedRule): boolean =>
  effective !== null || Object.values(scope).some((allowed) => allowed !== null);
