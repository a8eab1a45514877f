import type { XmlElement } from '../../reading/xml-elements.js';

/** Elements whose texts are referenced by number. */
const kinds = new Set([
  'AliasType',
  'Country',
  'AreaCode',
  'DetailReference',
  'FeatureType',
  'IDRegDocType',
  'NamePartType',
  'PartySubType',
  'PartyType',
]);

/** The words that the numbers of a file stand for. Numbers differ between versions of the format, words hardly do. */
export class ReferenceValues {
  private readonly texts = new Map<string, string>();
  private readonly partyTypes = new Map<string, string>();

  add(values: XmlElement): void {
    for (const group of values.children)
      for (const { name, attributes, text } of group.children) {
        if (!kinds.has(name)) continue;
        const id = attributes['ID'] ?? '';
        const words = name === 'AreaCode' ? attributes['Description'] : text;
        this.texts.set(`${name} ${id}`, (words ?? '').trim() || (attributes['ISO2'] ?? ''));
        if (name === 'PartySubType') this.partyTypes.set(id, attributes['PartyTypeID'] ?? '');
      }
  }

  /** Returns the text, or an empty text if the number is unknown. */
  text(kind: string, id: string | undefined): string {
    return this.texts.get(`${kind} ${id ?? ''}`) ?? '';
  }

  /** Returns `Individual`, `Entity`, `Vessel` or `Aircraft`. */
  partyType(subTypeId: string | undefined): string {
    const text = this.text('PartySubType', subTypeId);
    return text === '' || text === 'Unknown' ? this.text('PartyType', this.partyTypes.get(subTypeId ?? '')) : text;
  }
}
