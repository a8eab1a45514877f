import { failure, ok } from '@tamis/stdx';

import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { ExistingEntity } from './domain/existing-entity.js';
import { EntityBatches } from './use-cases/entity-batches.js';
import type { EntityRowHandler } from './use-cases/entity-row-handler.js';

describe('entity rows handled by another module', () => {
  const api = useOwnTestApi();
  const { upload, ended, report } = useEntityImports(api);
  const asked: string[] = [];
  const stored: string[] = [];

  beforeAll(() => {
    const database = api().app.get(TenantDatabase, { strict: false });
    const handler: EntityRowHandler<string> = {
      importMode: 'automatic_enriched',
      toRequest: (_, { sent }) => (sent as { readonly taxId: string }).taxId,
      prepare: (_, taxIds) => {
        asked.push(...taxIds, ...(database.isInTransaction() ? ['in a transaction'] : []));
        const restricted = new ApiError('DOCUMENT_RESTRICTED', 'Nothing may be told of it');
        return Promise.resolve(taxIds.map((taxId) => (taxId === 'restricted' ? failure(restricted) : ok(taxId))));
      },
      store: ({ options }, taxIds) => {
        stored.push(
          ...taxIds,
          ...(database.isInTransaction() ? [] : ['outside of a transaction']),
          String(options.depth),
        );
        return Promise.resolve(taxIds.map((taxId) => (taxId === 'known' ? failure(new ExistingEntity()) : ok(null))));
      },
    };
    api().app.get(EntityBatches, { strict: false }).register(handler);
  });

  it('shapes 10.2: are enriched before the transaction that stores them, and skipped if the entity exists', async () => {
    const file = ['type,tax_id', 'company,new', 'company,restricted', 'company,known'].join('\n');
    const fields = { entityImportMode: 'automatic_enriched', depth: '2' };
    const sent = await upload([['a.csv', file]], fields);
    const { jobId, ...job } = await ended(sent.body.jobId as string);
    expect(job).toMatchObject({ status: 'completed', succeeded: 1, failed: 1, skipped: 1 });
    expect([asked, stored]).toEqual([['new', 'restricted', 'known'], ['new', 'known', '2']]); // prettier-ignore
    expect(await report(jobId)).toMatchObject({
      failures: [{ taxId: 'restricted', code: 'DOCUMENT_RESTRICTED' }],
      skips: [{ taxId: 'known', code: 'SKIPPED_ENTITY_ALREADY_EXISTS' }],
    });
    const undone = await upload([['a.csv', file]], { ...fields, batchErrorHandling: 'rollback_all' });
    expect([undone.status, Object.keys(undone.body.error.details as object)]).toEqual([400, ['batchErrorHandling']]);
  });
});
