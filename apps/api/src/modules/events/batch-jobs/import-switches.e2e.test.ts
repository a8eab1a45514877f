import { sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const uploads: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['/batch-import/import/transactions', 'externalId,type,amount,currency', {}],
  ['/transactions/batch/upload', 'externalId,type,amount,currency', {}],
  ['/batch-import/import/entities', 'type,name,country_code', {}],
  ['/batch-import/import/user-events', 'a,b', { mappingId: '00000000-0000-4000-8000-000000000001' }],
];
const company = { type: 'company', taxId: '11.444.777/0001-61', country: 'BR', suggestedName: 'Firm' };

describe('shapes 18: organization that disabled a feature', () => {
  const api = useTestApi();
  const { ended } = useEntityImports(api);
  const change = async (settings: object): Promise<void> => {
    const answer = await api().call(`/organizations/${api().production.organizationId}`, {
      method: 'PATCH',
      body: { settings },
    });
    expect(answer.status).toBe(200);
  };
  afterEach(() => change({ batchUploadEnabled: true, bulkAutomaticImportEnabled: true }));

  const refusal = ({ status, body }: TestResponse): readonly unknown[] => [
    status,
    body.error?.code,
    body.error?.message,
  ];
  const isRefusedFor = (name: string): readonly unknown[] => [
    403,
    'FEATURE_NOT_ENABLED',
    expect.stringContaining(`settings.${name}`),
  ];
  const jobs = async (): Promise<number> => (await api().call('/batch-import/jobs')).body.pagination.total as number;

  it.each(uploads)('batchUploadEnabled: rejects files at %s and starts no job', async (path, heading, fields) => {
    await change({ batchUploadEnabled: false });
    const before = await jobs();
    const answer = await sendForm(api(), path, [['a.csv', `${heading}\n`]], fields);
    expect(refusal(answer)).toEqual(isRefusedFor('batchUploadEnabled'));
    expect(await jobs()).toBe(before);
  });

  it('batchUploadEnabled: accepts rows as JSON', async () => {
    await change({ batchUploadEnabled: false });
    const body = { entities: [{ type: 'person', name: 'Ana', countryCode: 'SE' }] };
    const answer = await api().call('/entities/batch/background', { body });
    expect(answer.status).toBe(202);
    await ended(answer.body.jobId as string);
  });

  it('bulkAutomaticImportEnabled: rejects automatic imports of items and of files, and no other imports', async () => {
    await change({ bulkAutomaticImportEnabled: false });
    const path = '/entities/automatic/bulk';
    const before = await jobs();
    expect(refusal(await api().call(path, { body: { items: [company] } }))).toEqual(
      isRefusedFor('bulkAutomaticImportEnabled'),
    );
    const file = ['a.csv', 'type,tax_id,country_code\ncompany,11444777000161,BR'] as const;
    const automatic = { entityImportMode: 'automatic_enriched' };
    expect(refusal(await sendForm(api(), '/batch-import/import/entities', [file], automatic))).toEqual(
      isRefusedFor('bulkAutomaticImportEnabled'),
    );
    expect(await jobs()).toBe(before);
    const manual = { items: [company], importMode: 'manual_no_enrichment' };
    expect((await api().call(path, { body: manual })).status).toBe(202);
  });
});
