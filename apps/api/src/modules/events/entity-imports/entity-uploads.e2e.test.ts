import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { setQuota } from '../../tenancy/creation-quotas/index.js';

const head = 'type,name,country_code,tax_id,external_id';
/** A country for which tax id formats are not known, so any tax id is valid. */
const person = (name: string, taxId = '', externalId = ''): string => `person,${name},SE,${taxId},${externalId}`;

describe('entity file uploads', () => {
  const api = useTestApi();
  const { sendLines, ended, done, report, byTaxId, byExternalId } = useEntityImports(api);
  const file = (...lines: readonly string[]) => [['a.csv', lines.join('\n')]] as const;
  const codes = ({ failures }: Body): readonly unknown[] =>
    (failures as readonly Body[]).map(({ index, code }) => [index, code]);

  it('shapes 10.2: are stored after the response from native columns like single entities', async () => {
    const columns = `${head},is_client,email,attributes.segment,related_external_id,relationship_type,relationship_role,relationship_as_source`;
    const more =
      'entityData.company.industry,entityData.paymentMethod.type,entityData.paymentMethod.last4,account.account_type';
    const answer = await sendLines([
      `${columns},${more},account.currency,account.iban,note`,
      `company,Example Ltda,br,11.444.777/0001-61,up-co,true,,gold,,,,,Retail,,,,,,`,
      `person,Ana Souza,BR,529.982.247-25,up-ana,,ana@example.com,,up-co,owns,partner,,,,,checking,EUR,DE89 3704 0044 0532 0130 00,hello`,
      `person,Eva Lima,BR,,up-eva,,,,up-co,manages,,false,,,,,,,`,
      `payment_method,,,,,,,,up-ana,belongs_to,,,,credit_card,4242,,,,`,
    ]);
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { success: true, kind: 'entity_batch', totalItems: 4, status: 'running' },
    ]);
    expect(answer.body.preflightFailures).toBeUndefined();
    expect(await ended(answer.body.jobId as string)).toMatchObject({
      kind: 'entity_batch',
      status: 'completed',
      ...{ succeeded: 4, failed: 0, skipped: 0 },
      metadata: {
        entityImportMode: 'manual_no_enrichment',
        batchErrorHandling: 'continue_collect_errors',
        sources: [{ name: 'a.csv', totalItems: 4, ignoredColumns: ['note'] }],
      },
    });
    const company = (await byExternalId('up-co')).body;
    expect(company).toMatchObject({
      ...{ type: 'company', name: 'Example Ltda', countryCode: 'BR', taxId: '11.444.777/0001-61', isClient: true },
      ...{ attributes: { segment: 'gold' }, entityData: { company: { industry: 'Retail' } }, status: 'under_review' },
    });
    const ana = (await byTaxId('52998224725')).body;
    expect(ana).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com' });
    const { relationships } = (await api().call(`/entities/${company.id}/relationships`)).body;
    expect(
      (relationships as readonly Body[]).map(({ direction, relationshipType, role, related }) => [
        ...[direction, relationshipType, role, related.externalId],
      ]),
    ).toEqual(expect.arrayContaining([['incoming', 'owns', 'partner', 'up-ana'], ['outgoing', 'manages', null, 'up-eva']])); // prettier-ignore
    const { data } = (await api().call(`/entities/${ana.id}/accounts`)).body;
    expect(data.accounts).toMatchObject([{ accountType: 'checking', currency: 'EUR', iban: 'DE89370400440532013000' }]);
    const methods = (await api().call('/entities?type=payment_method')).body.entities as readonly Body[];
    expect(methods).toMatchObject([{ name: 'credit_card ****4242' }]);
    const trail = (await api().call(`/audit/events?event=entity_created&resourceId=${ana.id}`)).body.events;
    expect(trail).toMatchObject([{ actor: { id: api().production.apiKeyId } }]);
  });

  it('shapes 10.3: skip entities that the organization already has and report them', async () => {
    const lines = [head, person('Bo', 'dup-1'), person('Bo again', 'DUP.1'), `company,Bo AB,SE,dup 1,`, person('Bi', '', 'dup-x')];
    const job = await done(file(...lines, person('Bu', '', 'dup-x'), person('Be', 'dup-2', 'dup-x')));
    expect(job).toMatchObject({ status: 'completed', succeeded: 2, failed: 3, skipped: 1 });
    const told = await report(job.jobId);
    expect(told['skips']).toEqual([
      { taxId: 'DUP.1', type: 'person', outcome: 'skipped_existing', code: 'SKIPPED_DUPLICATE_TAX_ID' },
    ]);
    expect([told['skipsTotal'], told['failuresTotal'], told['truncated']]).toEqual([1, 3, false]);
    expect(told['failures']).toMatchObject([
      { index: 2, taxId: 'dup 1', type: 'company', outcome: 'failed', code: 'DUPLICATE_TAX_ID' },
      { index: 4, taxId: null, code: 'DUPLICATE_EXTERNAL_ID', externalId: 'dup-x' },
      { index: 5, taxId: 'dup-2', code: 'DUPLICATE_EXTERNAL_ID' },
    ]);
    const included = await api().call(`/batch-import/jobs/${job.jobId}?include=failures`);
    expect(included.body).toEqual({ ...told, requestId: included.body.requestId });
    const text = async (path: string): Promise<string> => (await api().call(path)).text;
    const csv = await text(`/batch-import/entity-jobs/${job.jobId}/failures.csv`);
    expect(csv.split(/\r?\n/).slice(0, 2)).toEqual([
      'tax_id,type,outcome,code,error_message',
      expect.stringMatching(/^dup 1,company,failed,DUPLICATE_TAX_ID,/) as string,
    ]);
    expect(await text(`/entities/automatic/bulk/imports/${job.jobId}/failures.csv`)).toBe(csv);
    expect((await text(`/batch-import/entity-jobs/${job.jobId}/skips.csv`)).split(/\r?\n/).slice(0, 2)).toEqual([
      'tax_id,type,outcome,code',
      'DUP.1,person,skipped_existing,SKIPPED_DUPLICATE_TAX_ID',
    ]);
    await api().pool.query('delete from batch_rows where batch_id = $1', [job.jobId]);
    await api().pool.query('update batch_jobs set skipped_items = null where id = $1', [job.jobId]);
    expect(await report(job.jobId)).toMatchObject({ skips: [], skipsTotal: 1, failures: [{ taxId: null }, {}, {}] });
    expect(await api().call(`/batch-import/entity-jobs/${job.jobId}/skips.csv`)).toMatchObject({
      status: 409,
      body: { error: { code: 'SKIPS_NOT_AVAILABLE' } },
    });
  }); // prettier-ignore

  const wrong: readonly (readonly [string, string, string, string])[] = [
    ['a tax id of no such country', 'person,X,BR,111.111.111-11,', 'INVALID_TAX_ID', 'is not valid in BR'],
    ['a tax id of the other type', 'person,X,BR,11444777000161,', 'INVALID_TAX_ID', 'is not that of a person'],
    ['no name', 'person,,BR,,', 'VALIDATION_ERROR', 'name is required'],
    ['a type that has no files', 'device,X,BR,,', 'VALIDATION_ERROR', 'must be one of person, company, payment_method'],
    ['a name that is too long', `person,${'x'.repeat(10_000)},BR,,`, 'VALIDATION_ERROR', 'name must be'],
    ['data of another type', 'person,X,BR,,,entityData.company.legalName=Y', 'VALIDATION_ERROR', 'does not belong'],
    ['a word for yes or no that is none', 'person,X,BR,,,is_client=constructor', 'VALIDATION_ERROR', 'isClient must be'],
    ['a related entity that is missing', 'person,X,BR,,,related_tax_id=none;relationship_type=owns', 'RELATED_ENTITY_NOT_FOUND', 'related entity is missing'],
    ['two names for one', 'person,X,BR,,,related_tax_id=none;related_external_id=none;relationship_type=owns', 'VALIDATION_ERROR', 'exactly one of'],
    ['a related entity alone', 'person,X,BR,,,related_tax_id=none', 'VALIDATION_ERROR', 'relationshipType is required'],
    ['itself', 'person,X,SE,self 1,,related_tax_id=SELF1;relationship_type=owns', 'VALIDATION_ERROR', 'names the entity itself'],
    ['an account of no such number', 'person,X,SE,,,account.account_type=checking;account.currency=EUR;account.iban=DE00', 'VALIDATION_ERROR', 'iban must be'],
    ['an account without a currency', 'person,X,SE,,,account.account_type=checking;account.iban=DE00', 'VALIDATION_ERROR', 'currency'],
    ['an account of a card', 'payment_method,,,,,entityData.paymentMethod.type=pix;account.account_type=checking;account.currency=EUR;account.alias=abc.def', 'VALIDATION_ERROR', 'only a person or a company'],
    ['a card of no kind', 'payment_method,,,,,entityData.paymentMethod.type=gift', 'VALIDATION_ERROR', 'type must be one of credit_card'],
  ]; // prettier-ignore
  it('7: report for each row the error that a single request would get, and the file check reports it beforehand', async () => {
    const cells = wrong.map(([, row]) => {
      const [first, more = ''] = [row.split(',').slice(0, 5), row.split(',')[5]];
      return { first, more: new Map(more.split(';').map((each) => each.split('=') as [string, string])) };
    });
    const columns = [...new Set(cells.flatMap(({ more }) => [...more.keys()]))].filter((name) => name !== '');
    const lines = cells.map(({ first, more }) => [...first, ...columns.map((name) => more.get(name) ?? '')].join(','));
    const content = [`${head},${columns.join()}`, ...lines].join('\n');
    const job = await done([['wrong.csv', content]]);
    expect(job).toMatchObject({ succeeded: 0, failed: wrong.length });
    const { failures } = await report(job.jobId);
    expect((failures as readonly Body[]).map(({ code, message }) => [code, message] as unknown)).toEqual(
      wrong.map(([, , code, message]) => [code, expect.stringContaining(message) as string]),
    );
    const form = new FormData();
    form.append('file', new Blob([content]), 'wrong.csv');
    form.append('target', 'entity_mixed');
    const sent = new Response(form);
    const checked = await api().call('/batch-import/validate-csv', {
      body: new Uint8Array(await sent.arrayBuffer()),
      headers: { 'content-type': sent.headers.get('content-type')! },
    });
    // The check of a file does not look at stored entities.
    const foreseen = (failures as readonly Body[]).flatMap(({ code, index }: Body) => (code === 'RELATED_ENTITY_NOT_FOUND' ? [] : [index + 2]));
    expect([...new Set((checked.body.rowErrors as readonly Body[]).map(({ row }) => row as number))]).toEqual(foreseen);
  }); // prettier-ignore

  it('4.15: are stored as far as the error handling mode allows when a row is invalid', async () => {
    const rows = (mark: string): readonly string[] => [
      head,
      ...Array.from({ length: 50 }, (_, n) => person(`${mark} ${n}`, '', `${mark}-${n}`)),
      `person,Nobody,BR,1,${mark}-bad`,
      person('Last', '', `${mark}-last`),
    ];
    const stored = async (mark: string): Promise<number> =>
      (await api().pool.query(`select from entities where external_id like $1`, [`${mark}-%`])).rowCount!;
    const of = (mark: string, fields: Readonly<Record<string, string>>): Promise<Body> =>
      done(file(...rows(mark)), fields);
    const all = await of('all', { batchErrorHandling: 'rollback_all' });
    expect(all).toMatchObject({ status: 'failed', succeeded: 0, failed: 52, jobFailure: { code: 'ROLLED_BACK' } });
    expect(codes(await report(all.jobId as string))[50]).toEqual([50, 'INVALID_TAX_ID']);
    expect(await stored('all')).toBe(0);
    const before = await of('stop', { stopOnFirstError: 'true' });
    expect(before).toMatchObject({ status: 'completed', succeeded: 50, failed: 2 });
    expect(codes(await report(before.jobId as string))).toEqual([[50, 'INVALID_TAX_ID'], [51, 'NOT_PROCESSED']]); // prettier-ignore
    expect(await stored('stop')).toBe(50);
    expect(await of('collect', {})).toMatchObject({ status: 'completed', succeeded: 51, failed: 1 });
    expect(await stored('collect')).toBe(51);
  });

  it('4.15: are stored without dangling relationships if the batch asks for it, and link only to earlier rows', async () => {
    const rows = [
      `${head},related_external_id,relationship_type`,
      `${person('Soft', '', 'soft-1')},soft-2,manages`,
      `${person('Soft', '', 'soft-2')},soft-1,manages`,
    ];
    const strict = await done(file(...rows));
    expect(codes(await report(strict.jobId))).toEqual([[0, 'RELATED_ENTITY_NOT_FOUND'], [1, 'RELATED_ENTITY_NOT_FOUND']]); // prettier-ignore
    const fields = { validateExistingEntity: 'false', linkEntityStrict: 'true' };
    expect(await done(file(...rows), fields)).toMatchObject({ succeeded: 0, failed: 2 });
    expect(await done(file(...rows), { validateExistingEntity: 'false' })).toMatchObject({ succeeded: 2, failed: 0 });
    const { id } = (await byExternalId('soft-2')).body;
    const { relationships } = (await api().call(`/entities/${id}/relationships`)).body;
    expect(relationships).toMatchObject([{ direction: 'outgoing', related: { externalId: 'soft-1' } }]);
  });

  it('4.4: are scored by the risk matrices that the batch or the row names, or by no rules', async () => {
    const matrix = async (name: string): Promise<string> =>
      (await api().call('/risk-matrices', { body: { name, status: 'active' } })).body.riskMatrix.id as string;
    const [people, companies] = [await matrix('people'), await matrix('companies')];
    const source = (key: string, on: string): string =>
      `rule ${key} "${key}" {\n  on ${on} (created)\n  matrix ${on === 'person' ? 'people' : 'companies'}\n  score 30\n  when entity.countryCode = "SE"\n  then suggest FLAG\n}`;
    await publishRule(api(), { source: source('judged_people', 'person') });
    await publishRule(api(), { source: source('judged_companies', 'company') });
    const lines = [`${head},risk_matrix_ids`, `person,Judged P,SE,,j-p,`, `company,Judged C,SE,,j-c,`, `person,Judged O,SE,,j-o,"[""${companies}""]"`]; // prettier-ignore
    const fields = { riskMatrixPersonId: people, riskMatrixCompanyId: companies };
    expect(await done(file(...lines), fields)).toMatchObject({ succeeded: 3 });
    const told = await Promise.all(
      ['j-p', 'j-c', 'j-o'].map(async (id) => {
        const { riskMatrixIds, riskScore } = (await byExternalId(id)).body;
        return [riskMatrixIds, riskScore > 0] as unknown;
      }),
    );
    expect(told).toEqual([[[people], true], [[companies], true], [[companies], false]]); // prettier-ignore
    const quiet = [lines[0]!, 'person,Unjudged,SE,,j-q,'];
    expect(await done(file(...quiet), { ...fields, skipRulesExecution: 'true' })).toMatchObject({ succeeded: 1 });
    expect((await byExternalId('j-q')).body).toMatchObject({ riskScore: 0, riskMatrixIds: [people] });
    const nobodys = '00000000-0000-7000-8000-000000000000';
    const refused = await sendLines(lines, { riskMatrixPersonId: nobodys });
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      { code: 'RISK_MATRIX_NOT_FOUND', details: { riskMatrixPersonId: expect.anything() as string } },
    ]);
  });

  it('7: fail per row when a list blocks the entity or the contract quota is exhausted', async () => {
    const { organizationId } = api().production;
    const list = await api().call('/data-lists', { body: { name: 'barred', type: 'custom', source: 'internal' } });
    const listId = list.body.data.id as string;
    await api().call(`/data-lists/${listId}/items`, { body: { items: [{ primaryValue: 'Barred' }] } });
    const block = await api().call('/creation-blocks', { body: { listId, fieldPath: 'name' } });
    const blocked = await done(file(head, person('Barred'), person('Let in', '', 'let-in')));
    expect(blocked).toMatchObject({ succeeded: 1, failed: 1 });
    expect(codes(await report(blocked.jobId))).toEqual([[0, 'ENTITY_CREATION_LIST_BLOCK']]);
    const trail = (await api().call('/audit/events?event=entity_creation_blocked&limit=1')).body.events;
    expect(trail).toMatchObject([{ relatedIds: { listId } }]);
    await api().call(`/creation-blocks/${block.body.creationBlock.id}`, { method: 'DELETE' });
    await setQuota(api().pool, { organizationId, module: 'entities', period: 'total', quota: 2 });
    const few = await done(file(head, ...Array.from({ length: 40 }, (_, n) => person('Few', '', `few-${n}`))));
    await setQuota(api().pool, { organizationId, module: 'entities', period: 'total', quota: null });
    expect(few).toMatchObject({ status: 'completed', succeeded: 2, failed: 38 });
    expect(new Set(codes(await report(few.jobId)).map((each) => (each as unknown[])[1]))).toEqual(
      new Set(['CREATION_CONTRACT_QUOTA_EXCEEDED']),
    );
  });
});
