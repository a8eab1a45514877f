import { strToU8, zipSync } from 'fflate';

import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const head = 'type,name,country_code,tax_id,external_id';
/** A country for which tax id formats are not known, so any tax id is valid. */
const person = (name: string, taxId = '', externalId = ''): string => `person,${name},SE,${taxId},${externalId}`;

/** Builds a spreadsheet from rows; numbers are formatted as dates. */
function bookOf(...rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cell = (content: string | number): string =>
    typeof content === 'number' ? `<c s="1"><v>${content}</v></c>` : `<c t="inlineStr"><is><t>${content}</t></is></c>`;
  const sheet = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  });
}

describe('forms with entity files', () => {
  const api = useTestApi();
  const { upload, sendLines, ended, done, byExternalId } = useEntityImports(api);
  const file = (...lines: readonly string[]) => [['a.csv', lines.join('\n')]] as const;

  it('accept spreadsheets and JSON, in which rows are request bodies', async () => {
    const body = { type: 'person', name: 'Json', countryCode: 'SE', attributes: { b: 1, a: [1.5] } };
    const relationships = [{ relatedExternalId: 'kind-json', relationshipType: 'manages' }];
    const accounts = [{ accountType: 'checking', currency: 'EUR', accountNumber: '12345678' }];
    const json = [{ ...body, externalId: 'kind-json', accounts }, { ...body, externalId: 'kind-json-2', relationships }];
    expect(await done([['a.json', JSON.stringify(json)]])).toMatchObject({ succeeded: 2 });
    expect(await done([['b.json', JSON.stringify({ entities: [{ ...body, externalId: 'kind-member' }] })]])).toMatchObject({ succeeded: 1 });
    expect(await done([['a.jsonl', `${JSON.stringify({ ...body, externalId: 'kind-jsonl' })}\nno`]])).toMatchObject({ succeeded: 1, failed: 1 });
    const { text, body: stored } = await byExternalId('kind-json');
    expect(text).toContain('"attributes":{"b":1,"a":[1.5]}');
    const { data } = (await api().call(`/entities/${stored.id}/accounts`)).body;
    expect(data.accounts).toMatchObject([{ accountNumber: expect.stringContaining('5678') as string }]);
    const book = bookOf(['type', 'name', 'countryCode', 'externalId'], ['person', 'Sheet', 'SE', 'kind-xlsx']);
    expect(await done([['a.xlsx', book]])).toMatchObject({ succeeded: 1 });
    expect((await byExternalId('kind-xlsx')).body).toMatchObject({ name: 'Sheet' });
  }); // prettier-ignore

  it('store days as days, although spreadsheets store them as times', async () => {
    const columns = ['type', 'name', 'countryCode', 'externalId'];
    const people = (name: string, ...days: readonly (number | string)[]) =>
      days.map((day, n) => ['person', 'Born', 'SE', `${name}-${n}`, day]);
    const book = bookOf(
      [...columns, 'entityData.person.dateOfBirth'],
      ...people('day', 30_803, '1984-05-01', 30_803.5),
    );
    expect(await done([['a.xlsx', book]])).toMatchObject({ succeeded: 2, failed: 1 });
    const born = { path: 'entityData.person.dateOfBirth', dateFormat: 'dd/MM/yyyy' };
    const columnMapping = JSON.stringify({ ...Object.fromEntries(columns.map((name) => [name, name])), born });
    const mapped = bookOf([...columns, 'born'], ...people('mapped', 30_803, '01/05/1984'));
    expect(await done([['b.xlsx', mapped]], { columnMapping })).toMatchObject({ succeeded: 2 });
    for (const id of ['day-0', 'day-1', 'mapped-0', 'mapped-1'])
      expect((await byExternalId(id)).body).toMatchObject({ entityData: { person: { dateOfBirth: '1984-05-01' } } });
  });

  it('are read with their own mapping or a stored entity mapping, which may set the entity type', async () => {
    const store = async (target: string, columnMapping: object): Promise<string> =>
      (await api().call('/batch-import/mappings', { body: { name: target, target, columnMapping } })).body.mapping
        .id as string;
    const columnMapping = { Nome: 'name', Ref: 'externalId', Land: { path: 'countryCode', transform: 'upper' } };
    const mappingId = await store('entity_company', columnMapping);
    expect(await done(file('Nome;Ref;Land', 'Mapped;map-co;se'), { mappingId })).toMatchObject({ succeeded: 1 });
    expect((await byExternalId('map-co')).body).toMatchObject({ type: 'company', countryCode: 'SE' });
    const own = JSON.stringify({ ...columnMapping, Kind: { path: 'type', valueMap: { P: 'person' } } });
    expect(await done(file('Nome;Ref;Land;Kind', 'Own;map-own;se;P'), { columnMapping: own })).toMatchObject({ succeeded: 1 }); // prettier-ignore
    const payments = await store('transaction', { a: 'externalId' });
    const refused = await sendLines(['a', 'b'], { mappingId: payments });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'MAPPING_TARGET_MISMATCH']);
    const nobodys = await sendLines(['a', 'b'], { mappingId: '00000000-0000-7000-8000-000000000000' });
    expect([nobodys.status, nobodys.body.error.code]).toEqual([404, 'MAPPING_NOT_FOUND']);
  });

  it('apply the values of the batch where a row has none', async () => {
    const attributes = '{"source":"import","level":1}';
    const fields = { attributes, isClient: 'true', status: 'active', nationality: 'se' };
    const lines = [`${head},status,attributes.level`, `${person('By batch', '', 'def-1')},,`, `${person('Own', '', 'def-2')},blocked,2`]; // prettier-ignore
    expect(await done(file(...lines), fields)).toMatchObject({ succeeded: 2 });
    expect((await byExternalId('def-1')).body).toMatchObject({
      ...{ isClient: true, status: 'active', nationality: 'SE', attributes: { source: 'import', level: 1 } },
    });
    expect((await byExternalId('def-2')).body).toMatchObject({ status: 'blocked', attributes: { source: 'import', level: '2' } });
  }); // prettier-ignore

  const refusals: readonly (readonly [string, Readonly<Record<string, string>>, number, string, string])[] = [
    ['an option that is none', { entityImportMode: 'magic' }, 400, 'VALIDATION_ERROR', 'entityImportMode must be one of'],
    ['what only automatic creation has', { depth: '2' }, 400, 'VALIDATION_ERROR', 'is for entityImportMode automatic_enriched'],
    ['a depth beyond five', { depth: '6' }, 400, 'VALIDATION_ERROR', 'depth must not be greater'],
    ['text that is no JSON', { attributes: '{' }, 400, 'VALIDATION_ERROR', 'must be a JSON object'],
    ['JSON that is not an object', { monitoring: '[]' }, 400, 'VALIDATION_ERROR', 'must be a JSON object'],
    ['a prototype', { attributes: '{"__proto__":{}}' }, 400, 'VALIDATION_ERROR', '__proto__'],
    ['two modes', { stopOnFirstError: 'true', batchErrorHandling: 'rollback_all' }, 400, 'VALIDATION_ERROR', 'cannot be combined with'],
    ['a report by mail', { reportRecipientEmails: '["a@b.se"]' }, 403, 'FEATURE_NOT_ENABLED', ''],
    ['a path that entities do not have', { columnMapping: '{"a":"amount"}' }, 400, 'VALIDATION_ERROR', 'must begin with a member of an entity'],
  ]; // prettier-ignore
  it.each(refusals)('are rejected with %s', async (_, fields, status, code, told) => {
    const { body, status: given } = await sendLines([head, person('X')], fields);
    expect([given, body.error.code]).toEqual([status, code]);
    expect(Object.values((body.error.details ?? {}) as object).join()).toContain(told);
  });

  it('8: are limited to one file and to the rows that the plan and the server allow', async () => {
    const many = [head, ...Array.from({ length: 20_001 }, (_, n) => person('Many', '', `many-${n}`))];
    const answer = await sendLines(many);
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      ...[400, 'TOO_MANY_ITEMS', 'Nothing was stored: at most 20000 entities are allowed in a file'],
    ]);
    const two = await upload([['a.csv', head], ['b.csv', head]]); // prettier-ignore
    expect([two.status, two.body.error.code]).toEqual([400, 'TOO_MANY_FILES']);
    const none = await upload([]);
    expect([none.status, none.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('5: require the permission to import entities, regardless of other permissions', async () => {
    const key = await createKeyWith(api(), 'entities:create', 'entities:edit', 'transactions:create');
    const refused = await upload(file(head, person('X')), {}, { key });
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'entities:bulk_import']);
    const own = await createKeyWith(api(), 'entities:bulk_import');
    const sent = await upload(file(head, person('By key', '', 'by-key')), {}, { key: own });
    expect(await ended(sent.body.jobId as string, own)).toMatchObject({ succeeded: 1 });
    const failures = await api().call(`/batch-import/entity-jobs/${sent.body.jobId}/failures`, { key });
    expect(failures.status).toBe(403);
  });

  it('1.11: are stored in the sandbox as in production, separately', async () => {
    const { key } = api().sandbox;
    const lines = file(head, person('Both', 'both-1'));
    const [here, there] = [await upload(lines), await upload(lines, {}, { key })];
    expect([await ended(here.body.jobId as string), await ended(there.body.jobId as string, key)]).toMatchObject([
      { succeeded: 1, skipped: 0 },
      { succeeded: 1, skipped: 0 },
    ]);
  });

  it('2.10: start one job per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'entities-once' };
    const lines = file(head, person('Once', '', 'once-1'));
    const first = await upload(lines, {}, { headers });
    const again = await upload(lines, {}, { headers });
    expect([first.status, again.status, again.body.jobId]).toEqual([202, 202, first.body.jobId]);
    expect(await ended(first.body.jobId as string)).toMatchObject({ succeeded: 1 });
  });
});
