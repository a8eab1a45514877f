import { isObject } from '@tamis/stdx';

import { birthRange, exactDay } from '../../entry/birth-range.js';
import { EntryDraft } from '../../entry/entry-draft.js';
import { genderOf } from '../../entry/identifier-scheme.js';
import type { FoundRow } from '../../reading/found-row.js';
import { jsonLines } from '../../reading/json-lines.js';
import type { ListFile } from '../../reading/list-file.js';
import { schemaOf } from './schemas.js';

/** Topics that OpenSanctions names differently; all others keep their name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['role.pep', 'pep'],
  ['role.rca', 'pep.relative'],
  ['role.pep.frmr', 'pep.former'],
]);

const topicOf = (topic: string): string => renamed.get(topic) ?? topic;

/** Reads one entity per line, many of which only belong to a target: addresses, passports, ownerships. */
export async function* readFtmLines(file: ListFile): AsyncGenerator<readonly FoundRow[]> {
  for await (const lines of jsonLines(file))
    yield lines.flatMap(({ at, value }): readonly FoundRow[] => {
      const draft = value === undefined ? 'is not JSON' : ftmDraft(value);
      if (draft === null) return [];
      return [typeof draft === 'string' ? { kind: 'unreadable', at, reason: draft } : { kind: 'draft', at, draft }];
    });
}

/** Properties that contain numbers, and the kind of each. */
const numberSchemes: Readonly<Record<string, string>> = {
  passportNumber: 'passport',
  idNumber: 'national_id',
  socialSecurityNumber: 'national_id',
  taxNumber: 'tax_id',
  innCode: 'tax_id',
  vatCode: 'tax_id',
  registrationNumber: 'registration',
  ogrnCode: 'registration',
  imoNumber: 'imo',
  mmsi: 'mmsi',
  leiCode: 'lei',
  swiftBic: 'swift',
};

const countryProperties = ['country', 'nationality', 'citizenship', 'jurisdiction', 'flag', 'birthCountry'];

/**
 * Reads an entity of `entities.ftm.json`. Returns `null` if it is not a target of a list but belongs to one, and a text with the reason if
 * it is invalid.
 */
function ftmDraft(entity: unknown): EntryDraft | string | null {
  if (!isObject(entity)) return 'is not an object';
  const { id, schema, properties, target } = entity;
  if (typeof id !== 'string' || id === '') return 'has no id';
  if (!isObject(properties)) return 'has no properties';
  if (target === false) return null;
  const values = (name: string): readonly string[] => textsOf(properties[name]);
  const draft = new EntryDraft(id);
  draft.schema = schemaOf(typeof schema === 'string' ? schema : '');
  draft.source = textsOf(entity['datasets']).toSorted()[0] ?? null;
  draft.listedOn = exactDay(textsOf([entity['first_seen']])[0]?.slice(0, 10) ?? '');
  for (const referent of [id, ...textsOf(entity['referents'])]) draft.addReferent(referent);
  for (const name of [...textsOf([entity['caption']]).filter((text) => text !== id), ...values('name')].slice(0, 1))
    draft.addName(name, 'primary');
  for (const name of [...values('name'), ...values('alias'), ...values('previousName')]) draft.addName(name, 'alias');
  for (const name of values('weakAlias')) draft.addName(name, 'weak_alias');
  for (const birth of values('birthDate')) draft.addBirth(birthRange(birth));
  for (const property of countryProperties) for (const country of values(property)) draft.addCountry(country);
  for (const [property, scheme] of Object.entries(numberSchemes))
    for (const number of values(property)) draft.addIdentifier(scheme, number);
  for (const topic of values('topics')) draft.addTopic(topicOf(topic));
  for (const program of values('programId')) draft.addProgram(program);
  draft.gender =
    values('gender')
      .map(genderOf)
      .find((gender) => gender !== null) ?? null;
  return draft;
}

const textsOf = (values: unknown): readonly string[] =>
  Array.isArray(values) ? (values as readonly unknown[]).filter((value) => typeof value === 'string') : [];
