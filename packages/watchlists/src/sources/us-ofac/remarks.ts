import { birthRange } from '../../entry/birth-range.js';
import type { EntryDraft } from '../../entry/entry-draft.js';
import { genderOf, identifierScheme } from '../../entry/identifier-scheme.js';

/** A longer part is a sentence about something else, and parsing it would cost more than it is worth. */
const remarkCharacters = 300;

/** Adds what the tables contain only as text: births, weak aliases, nationalities, documents. Parts are separated by semicolons. */
export function addRemarks(draft: EntryDraft, remarks: string): void {
  for (const part of remarks.split(';'))
    if (part.length <= remarkCharacters) addRemark(draft, part.trim().replace(/[.]$/, ''));
}

function addRemark(draft: EntryDraft, remark: string): void {
  const birth = /^(?:alt[.]? )?DOB (.+)$/i.exec(remark);
  if (birth) return draft.addBirth(birthRange(birth[1] ?? ''));
  const alias = /^(?:alt[.]? )?[afn][.]?k[.]?a[.]? ['"“‘](.+)['"”’]$/i.exec(remark);
  if (alias) return draft.addName(alias[1] ?? '', 'weak_alias');
  const country = /^(?:alt[.]? )?(?:nationality(?: of registration)?|citizen) (.+)$/i.exec(remark);
  if (country) return draft.addCountry(country[1] ?? '');
  const birthPlace = /^(?:alt[.]? )?POB (.+)$/i.exec(remark);
  if (birthPlace) return draft.addCountry(birthPlace[1]?.split(',').at(-1) ?? '');
  const gender = /^gender (.+)$/i.exec(remark);
  if (gender) draft.gender = genderOf(gender[1] ?? '');
  else addDocument(draft, remark);
}

/**
 * Adds documents such as `Passport A1234567 (Iran) expires 01 Jan 2030`, `Tax ID No. 123`, `Vessel Registration Identification IMO
 * 7406784`.
 */
function addDocument(draft: EntryDraft, remark: string): void {
  const found =
    /^([A-Za-z][A-Za-z.,/ -]*?)(?: (?:No|Number|#)[.]?:?)? ((?:IMO )?[A-Z0-9][A-Z0-9./ -]*\d[A-Z0-9./-]*)(?: \(([^)]+)\))?(?:\s|$)/.exec(
      remark,
    );
  if (!found || !documentWords.test(found[1] ?? '')) return;
  const [, kind = '', number = '', country = ''] = found;
  draft.addIdentifier(number.startsWith('IMO ') ? 'imo' : identifierScheme(kind), number);
  draft.addCountry(country);
}

/** Required, because other parts contain numbers as well: addresses, orders, dates. */
const documentWords =
  /passport|\bID\b|identification|registration|license|certificate|cedula|tax|\bIMO\b|MMSI|\bC[.]?U[.]?[IR]|R[.]?F[.]?C|\bNIT\b|\bRUC\b|SWIFT|digital currency|serial|D-U-N-S|legal entity/i;
