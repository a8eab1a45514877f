import { birthRange, exactDay, joinedRange, partialDate, widened } from '../../entry/birth-range.js';
import { EntryDraft } from '../../entry/entry-draft.js';
import { genderOf, identifierScheme, unReferent } from '../../entry/identifier-scheme.js';
import type { EntryBirth } from '../../entry.js';
import type { FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { childrenOf, textOf, type XmlElement, xmlElements } from '../../reading/xml-elements.js';

const shape = { root: 'CONSOLIDATED_LIST', records: new Set(['INDIVIDUAL', 'ENTITY']) };

export async function* readConsolidatedXml(file: ListFile): AsyncGenerator<readonly FoundRow[]> {
  for await (const elements of xmlElements(file, shape)) yield elements.flatMap(rowsOf);
  yield [{ kind: 'end_mark' }];
}

function rowsOf(element: XmlElement): readonly FoundRow[] {
  if (element.name === shape.root) {
    const on = exactDay(element.attributes['dateGenerated'] ?? '');
    return on === null ? [] : [{ kind: 'generated', on }];
  }
  const at = `line ${element.line}`;
  const id = textOf(element, 'DATAID');
  if (id === '') return [{ kind: 'unreadable', at, reason: 'has no DATAID' }];
  return [{ kind: 'draft', at, draft: draftOf(element, id) }];
}

function draftOf(element: XmlElement, id: string): EntryDraft {
  const draft = new EntryDraft(id);
  const isPerson = element.name === 'INDIVIDUAL';
  draft.schema = isPerson ? 'person' : 'company';
  draft.addTopic('sanction');
  draft.source = 'UN Security Council Consolidated List';
  draft.gender = genderOf(textOf(element, 'GENDER'));
  draft.listedOn = exactDay(textOf(element, 'LISTED_ON'));
  draft.addProgram(textOf(element, 'UN_LIST_TYPE'));
  draft.addReferent(`unsc-${id}`);
  draft.addReferent(unReferent(textOf(element, 'REFERENCE_NUMBER')) ?? '');
  addNames(draft, element, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS');
  for (const country of valuesOf(element, 'NATIONALITY')) draft.addCountry(country);
  for (const part of ['INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS', 'INDIVIDUAL_PLACE_OF_BIRTH'])
    for (const each of childrenOf(element, part)) draft.addCountry(textOf(each, 'COUNTRY'));
  for (const birth of childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH')) draft.addBirth(birthOf(birth));
  for (const document of childrenOf(element, 'INDIVIDUAL_DOCUMENT')) addDocument(draft, document);
  return draft;
}

function addNames(draft: EntryDraft, element: XmlElement, aliasName: string): void {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((name) => textOf(element, name));
  draft.addName(parts.join(' '), 'primary');
  draft.addName(textOf(element, 'NAME_ORIGINAL_SCRIPT'), 'original_script');
  for (const alias of childrenOf(element, aliasName)) {
    const isWeak = textOf(alias, 'QUALITY').toLowerCase().startsWith('low');
    // One element may contain several names, separated by semicolons.
    for (const name of textOf(alias, 'ALIAS_NAME').split(/;/)) draft.addName(name, isWeak ? 'weak_alias' : 'alias');
  }
}

const valuesOf = (element: XmlElement, name: string): readonly string[] =>
  childrenOf(element, name).flatMap((child) => childrenOf(child, 'VALUE').map(({ text }) => text.trim()));

/** Reads a year, a day, or two years; the type of the date shows whether it is only approximate. */
function birthOf(element: XmlElement): EntryBirth | null {
  const number = (name: string): number => Number.parseInt(textOf(element, name), 10);
  const kind = textOf(element, 'TYPE_OF_DATE').toUpperCase();
  const between = joinedRange(partialDate(number('FROM_YEAR')), partialDate(number('TO_YEAR')));
  const range = between ?? birthRange(textOf(element, 'DATE')) ?? partialDate(number('YEAR'));
  return kind.startsWith('APPROX') ? widened(range) : range;
}

function addDocument(draft: EntryDraft, document: XmlElement): void {
  const kind = `${textOf(document, 'TYPE_OF_DOCUMENT')} ${textOf(document, 'TYPE_OF_DOCUMENT2')}`;
  draft.addIdentifier(identifierScheme(kind), textOf(document, 'NUMBER'));
  draft.addCountry(textOf(document, 'ISSUING_COUNTRY') || textOf(document, 'COUNTRY_OF_ISSUE'));
}
