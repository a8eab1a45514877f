import { joinedRange, partialDate } from '../../entry/birth-range.js';
import type { EntryDraft } from '../../entry/entry-draft.js';
import { genderOf, identifierScheme } from '../../entry/identifier-scheme.js';
import type { EntryBirth, EntryNameKind, EntrySchema } from '../../entry.js';
import { childrenOf, deepChildren, textOf, type XmlElement } from '../../reading/xml-elements.js';
import { markList, type OfacList } from './ofac-list.js';
import type { ReferenceValues } from './reference-values.js';

const schemas = new Map<string, EntrySchema>([
  ['individual', 'person'],
  ['entity', 'company'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);

/** Order in which the known parts of a name are written; other parts come in between. */
const partOrder = ['Nickname', 'First Name', 'Middle Name', 'Patronymic', 'Matronymic', 'Maiden Name', 'Last Name'];

export function addParty(
  draft: EntryDraft,
  profile: XmlElement,
  references: ReferenceValues,
  list: OfacList,
  number: string,
): void {
  draft.schema = schemas.get(references.partyType(profile.attributes['PartySubTypeID']).toLowerCase()) ?? 'other';
  markList(draft, list, number);
  for (const identity of childrenOf(profile, 'Identity')) {
    const parts = new Map(
      deepChildren(identity, 'NamePartGroup').map(
        ({ attributes }) =>
          [attributes['ID'] ?? '', references.text('NamePartType', attributes['NamePartTypeID'])] as const,
      ),
    );
    for (const alias of childrenOf(identity, 'Alias')) addAlias(draft, alias, parts);
  }
  for (const feature of childrenOf(profile, 'Feature')) addFeature(draft, feature, references);
}

/** Adds an alias. Each of its documented names is the same name in another script or spelling. */
function addAlias(draft: EntryDraft, alias: XmlElement, parts: ReadonlyMap<string, string>): void {
  const isWeak = alias.attributes['LowQuality'] === 'true';
  const isPrimary = alias.attributes['Primary'] === 'true';
  let kind: EntryNameKind = isWeak ? 'weak_alias' : isPrimary ? 'primary' : 'alias';
  for (const documented of childrenOf(alias, 'DocumentedName')) {
    const values = deepChildren(documented, 'NamePartValue');
    draft.addName(orderedName(values, parts), kind);
    if (kind === 'primary') kind = 'alias';
  }
}

function orderedName(values: readonly XmlElement[], parts: ReadonlyMap<string, string>): string {
  const rank = (value: XmlElement): number => {
    const at = partOrder.indexOf(parts.get(value.attributes['NamePartGroupID'] ?? '') ?? '');
    return at < 0 ? 2 : at;
  };
  return [...values]
    .sort((one, other) => rank(one) - rank(other))
    .map(({ text }) => text.trim())
    .join(' ');
}

function addFeature(draft: EntryDraft, feature: XmlElement, references: ReferenceValues): void {
  const label = references.text('FeatureType', feature.attributes['FeatureTypeID']);
  const details = deepChildren(feature, 'VersionDetail').map(
    (detail) => references.text('DetailReference', detail.attributes['DetailReferenceID']) || detail.text.trim(),
  );
  if (/^birthdate$/i.test(label))
    for (const period of deepChildren(feature, 'DatePeriod')) draft.addBirth(periodOf(period));
  else if (/^gender$/i.test(label)) draft.gender ??= genderOf(details[0] ?? '');
  else if (/country|nationality/i.test(label)) for (const detail of details) draft.addCountry(detail);
  else if (numberFeature.test(label))
    for (const detail of details) draft.addIdentifier(identifierScheme(label), detail);
}

const numberFeature =
  /digital currency address|swift|\bbic\b|mmsi|imo\b|d-u-n-s|registration|identification|serial|tail number/i;

/** Returns the range from the earliest start to the latest end. */
function periodOf(period: XmlElement): EntryBirth | null {
  const days = ['Start', 'End'].flatMap((side) =>
    childrenOf(period, side).flatMap((end) => [...childrenOf(end, 'From'), ...childrenOf(end, 'To')].map(dayOf)),
  );
  return days.reduce(joinedRange, null);
}

function dayOf(element: XmlElement): EntryBirth | null {
  const number = (name: string): number => Number.parseInt(textOf(element, name), 10);
  return partialDate(number('Year'), number('Month') || null, number('Day') || null);
}
