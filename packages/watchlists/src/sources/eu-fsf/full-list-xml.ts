import { birthRange, exactDay, joinedRange, partialDate, widened } from '../../entry/birth-range.js';
import { EntryDraft } from '../../entry/entry-draft.js';
import { genderOf, identifierScheme, unReferent } from '../../entry/identifier-scheme.js';
import type { EntryBirth } from '../../entry.js';
import type { FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { childrenOf, textOf, type XmlElement, xmlElements } from '../../reading/xml-elements.js';

const shape = { root: 'export', records: new Set(['sanctionEntity']) };

export async function* readFullListXml(file: ListFile): AsyncGenerator<readonly FoundRow[]> {
  for await (const elements of xmlElements(file, shape)) yield elements.flatMap(rowsOf);
  yield [{ kind: 'end_mark' }];
}

function rowsOf(element: XmlElement): readonly FoundRow[] {
  if (element.name === shape.root) {
    const on = exactDay(element.attributes['generationDate'] ?? '');
    return on === null ? [] : [{ kind: 'generated', on }];
  }
  const at = `line ${element.line}`;
  const { euReferenceNumber = '', logicalId = '' } = element.attributes;
  const id = euReferenceNumber.trim() || logicalId.trim();
  if (id === '') return [{ kind: 'unreadable', at, reason: 'has neither euReferenceNumber nor logicalId' }];
  return [{ kind: 'draft', at, draft: draftOf(element, id) }];
}

function draftOf(element: XmlElement, id: string): EntryDraft {
  const draft = new EntryDraft(id);
  draft.schema = schemaOf(element);
  draft.addTopic('sanction');
  draft.source = 'EU Financial Sanctions';
  draft.addReferent(`eu-fsf-${id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`);
  draft.addReferent(unReferent(element.attributes['unitedNationId'] ?? '') ?? '');
  draft.listedOn = firstRegulation(element);
  for (const { attributes } of childrenOf(element, 'regulation')) draft.addProgram(attributes['programme'] ?? '');
  addNames(draft, element);
  for (const birth of childrenOf(element, 'birthdate')) draft.addBirth(birthOf(birth));
  for (const part of ['citizenship', 'address', 'birthdate', 'identification'])
    for (const each of childrenOf(element, part)) addCountry(draft, each);
  for (const { attributes } of childrenOf(element, 'identification'))
    for (const number of [attributes['number'], attributes['latinNumber']])
      draft.addIdentifier(
        identifierScheme(
          `${attributes['identificationTypeCode'] ?? ''} ${attributes['identificationTypeDescription'] ?? ''}`,
        ),
        number ?? '',
      );
  return draft;
}

function schemaOf(element: XmlElement): EntryDraft['schema'] {
  const subject = childrenOf(element, 'subjectType')[0]?.attributes;
  const code = (subject?.['classificationCode'] ?? subject?.['code'] ?? '').toLowerCase();
  if (code.startsWith('p')) return 'person';
  return code.startsWith('e') ? 'company' : 'other';
}

/** Returns the day of designation, or of the first regulation that names the entry. */
function firstRegulation(element: XmlElement): string | null {
  const days = childrenOf(element, 'regulation').map(
    ({ attributes }) => attributes['entryIntoForceDate'] ?? attributes['publicationDate'],
  );
  const known = [element.attributes['designationDate'], ...days]
    .map((day) => exactDay(day ?? ''))
    .filter((day) => day !== null);
  return known.sort()[0] ?? null;
}

/** Adds the names; the first strong one is the primary name. */
function addNames(draft: EntryDraft, element: XmlElement): void {
  let hasPrimary = false;
  for (const alias of childrenOf(element, 'nameAlias')) {
    const { wholeName = '', strong, nameLanguage = '', gender = '' } = alias.attributes;
    const { firstName = '', middleName = '', lastName = '' } = alias.attributes;
    const name = wholeName.trim() || [firstName, middleName, lastName].join(' ');
    const isWeak = strong === 'false' || /\blow? quality/i.test(textOf(alias, 'remark'));
    draft.addName(name, isWeak ? 'weak_alias' : hasPrimary ? 'alias' : 'primary', nameLanguage.toLowerCase());
    if (!isWeak) hasPrimary = true;
    draft.gender ??= genderOf(gender);
  }
}

function birthOf({ attributes }: XmlElement): EntryBirth | null {
  const number = (name: string): number => Number.parseInt(attributes[name] ?? '', 10);
  const years = joinedRange(partialDate(number('yearRangeFrom')), partialDate(number('yearRangeTo')));
  const month = number('monthOfYear') || null;
  const range =
    birthRange(attributes['birthdate'] ?? '') ??
    years ??
    partialDate(number('year'), month, number('dayOfMonth') || null);
  return attributes['circa'] === 'true' ? widened(range) : range;
}

/** `00` is not a country. */
function addCountry(draft: EntryDraft, { attributes }: XmlElement): void {
  const code = attributes['countryIso2Code'] ?? '';
  draft.addCountry(/^[A-Z]{2}$/.test(code) ? code : (attributes['countryDescription'] ?? ''));
}
