import type { XmlElement } from '../../reading/xml-elements.js';

/** Elements whose texts others refer to by number. */
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

/** The words behind the numbers of a file. Numbers differ between versions of the format, words hardly. */
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

  /** Empty: nothing has this number. */
  text(kind: string, id: string | undefined): string {
    return this.texts.get(`${kind} ${id ?? ''}`) ?? '';
  }

  /** `Individual`, `Entity`, `Vessel` or `Aircraft`. */
  partyType(subTypeId: string | undefined): string {
    const text = this.text('PartySubType', subTypeId);
    return text === '' || text === 'Unknown' ? this.text('PartyType', this.partyTypes.get(subTypeId ?? '')) : text;
  }
}
