/**
 * Returns a number as the API expects it, from one that is written as in a locale: 1.000,50 or 1,000.50. What is not written so is returned
 * as it is.
 */
export function typedNumber(typed: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_000.5);
  const signOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [signOf('group').trim(), signOf('decimal')];
  const [whole = '', ...fraction] = typed.replace(/[\s'’]/g, '').split(decimal);
  const grouped = whole.split(group === '' ? ' ' : group);
  // A sign elsewhere than before three digits is not meant for grouping.
  const isGrouped = grouped.length > 1 && grouped.slice(1).every((each) => /^\d{3}$/.test(each));
  return [isGrouped ? grouped.join('') : whole, ...fraction].join('.');
}
