import { SyncLists } from '../../src/modules/decisions/list-syncs/use-cases/sync-lists.js';

import type { Body } from './start-test-api.js';
import { useFeed } from './use-feed.js';
import { useLists } from './use-lists.js';

interface ListedSync {
  readonly id: string;
  readonly dueAt: string;
  readonly finishedAt: string | null;
}

/** Provides lists whose items come from a file at an address, and this address. */
export function useSyncedLists() {
  const lists = useLists();
  const { api, create } = lists;
  const feed = useFeed();

  /** Creates a list that is synced automatically; its file is read once. */
  const synced = async (config: object = {}, more: object = {}): Promise<string> => {
    const id = await create({
      ...{ source: 'sync', config: { autoSync: true, externalUrl: `${feed.origin()}/list.csv`, ...config } },
      ...more,
    });
    await settled(id);
    return id;
  };
  const syncDue = (): Promise<number> => api().app.get(SyncLists).syncDue();
  const ask = (id: string, body: object = {}, key?: string) =>
    api().call(`/data-lists/${id}/sync`, { body, ...(key !== undefined && { key }) });
  const syncNow = async (id: string, body: object = {}): Promise<Body> => {
    const asked = await ask(id, body);
    expect(asked.status).toBe(202);
    const syncs = await settled(id);
    const { id: askedId } = (asked.body as { data: { id: string } }).data;
    return syncs.find((sync: ListedSync) => sync.id === askedId);
  };
  /** Returns the syncs of a list as soon as none is in progress or due; the server also searches for due ones itself. */
  const settled = async (id: string, key?: string): Promise<Body[]> => {
    for (;;) {
      await syncDue();
      const syncs = await syncsOf(id, key);
      const newest = syncs[0] as ListedSync | undefined;
      if (newest === undefined || newest.finishedAt !== null || Date.parse(newest.dueAt) > Date.now()) return syncs;
    }
  };
  const syncsOf = async (id: string, key?: string): Promise<Body[]> =>
    (
      (await api().call(`/data-lists/${id}/syncs`, { ...(key !== undefined && { key }) })).body as {
        data: Body[];
      }
    ).data;
  const patch = (id: string, body: object, key?: string) =>
    api().call(`/data-lists/${id}`, { method: 'PATCH', body, ...(key !== undefined && { key }) });

  return { ...lists, ...feed, host: feed.origin, synced, syncDue, ask, syncNow, settled, syncsOf, patch };
}
