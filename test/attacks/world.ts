import { isPage, listRoutes, type Route } from '../../apps/api/test/support/list-routes.js';
import { makeTenantRecords, type TenantRecords } from '../../apps/api/test/support/tenant-records.js';
import type { TestApi } from '../../apps/api/test/support/start-test-api.js';

/** The targets of attacks: the records of an organization, of its sandbox, and of another organization. */
export interface World {
  readonly api: TestApi;
  /** Routes that delete come last. */
  readonly routes: readonly Route[];
  readonly mine: TenantRecords;
  readonly sandbox: TenantRecords;
  readonly theirs: TenantRecords;
}

/** Part of every text of the other organization. */
export const foreignMark = 'strangers-mark';

export async function makeWorld(api: TestApi): Promise<World> {
  const routes = listRoutes(api.app)
    .filter((route) => !isPage(route))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  return {
    api,
    routes,
    mine: await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61'),
    sandbox: await makeTenantRecords(api, api.sandbox, 'sandbox-mark', '04.252.011/0001-10'),
    theirs: await makeTenantRecords(api, api.stranger, foreignMark, '19.131.243/0001-97'),
  };
}
