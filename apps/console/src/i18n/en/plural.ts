const rules = new Map<string, Intl.PluralRules>();

/** Returns the form for a count, by the plural rules of a language. */
export function plural(locale: string, count: number, one: string, other: string): string {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, known);
  return known.select(count) === 'one' ? one : other;
}
