/** Kinds of numbers by the words that lists use for them; the first match counts. */
const schemes: readonly (readonly [words: RegExp, scheme: string])[] = [
  [/passport/, 'passport'],
  [/\bimo\b|vessel registration/, 'imo'],
  [/\bmmsi\b/, 'mmsi'],
  [/\blei\b|legal entity (identifier|number)/, 'lei'],
  [/swift|\bbic\b/, 'swift'],
  [/digital currency/, 'crypto_address'],
  [/\btax|\bfiscal|\bvat\b|\btin\b|\brfc\b|\binn\b|\bnit\b|\bruc\b/, 'tax_id'],
  [
    /registr?ation|\bregnumber|company number|commercial|\bbusiness\b|\btrade\b|\bogrn\b|c[.]?r[.]? no|enterprise/,
    'registration',
  ],
  [/identi|national|cedula|personal|\bid\b|\bssn\b|social security|birth certificate/, 'national_id'],
];

export function identifierScheme(words: string): string {
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return schemes.find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
}

/** Returns the kind of a Brazilian number, which its length shows; those of people may be masked. */
export function brazilianScheme(digits: string): string {
  if (digits.includes('*')) return 'cpf_masked';
  if (digits.length === 11) return 'cpf';
  return digits.length === 14 ? 'cnpj' : 'tax_id';
}

export function genderOf(text: string): 'male' | 'female' | null {
  const plain = text.trim().toLowerCase();
  if (plain === 'male' || plain === 'm') return 'male';
  return plain === 'female' || plain === 'f' ? 'female' : null;
}

/** Returns the permanent reference number of the UN, by which other lists refer to its entries, or `null` if the text contains none. */
export function unReferent(text: string): string | null {
  const found = /^\s*([A-Z]{2,3}[ie])[. ]?(\d{3,4})\b/i.exec(text);
  return found ? `un:${(found[1] ?? '').toUpperCase()}.${found[2] ?? ''}` : null;
}
