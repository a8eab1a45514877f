import { partialDate } from '../../entry/birth-range.js';
import { identifierScheme } from '../../entry/identifier-scheme.js';
import { KeptDrafts } from '../../reading/kept-drafts.js';
import type { FormatReader, FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { ListFormatError } from '../../reading/list-format-error.js';
import { childrenOf, deepChildren, textOf, type XmlElement, xmlElements } from '../../reading/xml-elements.js';
import { nonSdnList, type OfacList, ofacId, sdnList } from './ofac-list.js';
import { addParty } from './party.js';
import { ReferenceValues } from './reference-values.js';

export const sdnFile = 'sdn_advanced.xml';
export const nonSdnFile = 'cons_advanced.xml';

const shape = {
  root: 'Sanctions',
  records: new Set([
    'DateOfIssue',
    'ReferenceValueSets',
    'Location',
    'IDRegDocument',
    'DistinctParty',
    'SanctionsEntry',
  ]),
};

export const readAdvancedXml: FormatReader = async function* (files) {
  for (const [name, list] of [
    [sdnFile, sdnList],
    [nonSdnFile, nonSdnList],
  ] as const) {
    const file = files.get(name);
    if (!file) throw new ListFormatError(name, 'missing; both lists are needed');
    yield* readList(file, list);
  }
  yield [{ kind: 'end_mark' }];
};

/** Parties refer to elements before them, and elements that refer to parties follow them. */
async function* readList(file: ListFile, list: OfacList): AsyncGenerator<readonly FoundRow[]> {
  const reading = new AdvancedReading(file.name, list);
  for await (const elements of xmlElements(file, shape)) yield elements.flatMap((element) => reading.read(element));
  reading.finish();
  yield* reading.drafts.rows();
}

/** A number from a document of one of a party's identities. */
export interface PartyDocument {
  readonly scheme: string;
  readonly number: string;
  readonly country: string;
}

export class AdvancedReading {
  readonly references = new ReferenceValues();
  readonly drafts: KeptDrafts;
  /** Countries of locations, by the number of the location. */
  private readonly places = new Map<string, readonly string[]>();
  private readonly documents = new Map<string, PartyDocument[]>();
  private readonly profiles = new Map<
    string,
    { readonly places: readonly string[]; readonly identities: readonly string[] }
  >();

  constructor(
    private readonly file: string,
    private readonly list: OfacList,
  ) {
    this.drafts = new KeptDrafts(file);
  }

  read(element: XmlElement): readonly FoundRow[] {
    if (element.name === 'DateOfIssue') {
      const day = dateOf(element);
      return day === null ? [] : [{ kind: 'generated', on: day }];
    }
    if (element.name === 'ReferenceValueSets') this.references.add(element);
    else if (element.name === 'Location') this.places.set(element.attributes['ID'] ?? '', this.countriesOf(element));
    else if (element.name === 'IDRegDocument') this.addDocument(element);
    else if (element.name === 'SanctionsEntry') this.addListing(element);
    else if (element.name === 'DistinctParty') return this.addParty(element);
    return [];
  }

  /** Resolves the references of parties, which are all known by now regardless of their position in the file. */
  finish(): void {
    for (const [number, { places, identities }] of this.profiles)
      this.drafts.change(ofacId(this.list, number), (draft) => {
        for (const place of places) for (const country of this.places.get(place) ?? []) draft.addCountry(country);
        for (const identity of identities)
          for (const { scheme, number: value, country } of this.documents.get(identity) ?? []) {
            draft.addIdentifier(scheme, value);
            draft.addCountry(country);
          }
      });
  }

  private addParty(element: XmlElement): readonly FoundRow[] {
    const profile = childrenOf(element, 'Profile')[0];
    const number = profile?.attributes['ID'] ?? element.attributes['FixedRef'] ?? '';
    if (!profile || number === '')
      return [{ kind: 'unreadable', at: `${this.file} line ${element.line}`, reason: 'has no Profile with an ID' }];
    this.drafts.change(ofacId(this.list, number), (draft) =>
      addParty(draft, profile, this.references, this.list, number),
    );
    const places = deepChildren(profile, 'VersionLocation').map(({ attributes }) => attributes['LocationID'] ?? '');
    const identities = childrenOf(profile, 'Identity').map(({ attributes }) => attributes['ID'] ?? '');
    this.profiles.set(number, { places, identities });
    return [];
  }

  /** Adds the programs and the day of listing. The file may also contain an entry of the other list. */
  private addListing(element: XmlElement): void {
    const number = element.attributes['ProfileID'] ?? '';
    if (!this.profiles.has(number)) return;
    const days = childrenOf(element, 'EntryEvent').flatMap((event) => childrenOf(event, 'Date').map(dateOf));
    const first = days.filter((day) => day !== null).sort()[0] ?? null;
    this.drafts.change(ofacId(this.list, number), (draft) => {
      if (first !== null && (draft.listedOn === null || first < draft.listedOn)) draft.listedOn = first;
      // A measure that is a program contains its name; others describe what is forbidden.
      for (const measure of childrenOf(element, 'SanctionsMeasure'))
        draft.addProgram(textOf(measure, 'Comment').slice(0, 200));
    });
  }

  private countriesOf(location: XmlElement): readonly string[] {
    const countries = childrenOf(location, 'LocationCountry').map(({ attributes }) =>
      this.references.text('Country', attributes['CountryID']),
    );
    const areas = childrenOf(location, 'LocationAreaCode').map(({ attributes }) =>
      this.references.text('AreaCode', attributes['AreaCodeID']),
    );
    // Birth places are often a single text that ends with the country.
    const texts = deepChildren(location, 'Value').map(({ text }) => text.split(',').at(-1) ?? '');
    return [...countries, ...areas, ...(countries.length === 0 ? texts : [])].filter((country) => country !== '');
  }

  private addDocument(element: XmlElement): void {
    const identity = element.attributes['IdentityID'] ?? '';
    const kind = this.references.text('IDRegDocType', element.attributes['IDRegDocTypeID']);
    const number = textOf(element, 'IDRegistrationNo');
    const known = this.documents.get(identity) ?? [];
    known.push({
      scheme: /^IMO\b/i.test(number) ? 'imo' : identifierScheme(kind),
      number,
      country: this.references.text('Country', element.attributes['IssuedBy-CountryID']),
    });
    this.documents.set(identity, known);
  }
}

/** Returns an exact day from elements for year, month and day. */
function dateOf(element: XmlElement): string | null {
  const number = (name: string): number => Number.parseInt(textOf(element, name), 10);
  const range = partialDate(number('Year'), number('Month') || null, number('Day') || null);
  return range !== null && range.from === range.to ? range.from : null;
}
