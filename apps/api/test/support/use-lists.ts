import { type TestResponse, type Body } from './start-test-api.js';
import { useTestApi } from './use-test-api.js';

/** Provides a server for the tests of one file, and operations on its lists. */
export function useLists() {
  const api = useTestApi();

  const create = async (more: object = {}, key?: string): Promise<string> => {
    const body = { name: 'A list', type: 'custom', source: 'manual_entry', ...more };
    const answer = await api().call('/data-lists', { body, ...(key && { key }) });
    expect(answer.status).toBe(201);
    return (answer.body as { data: { id: string } }).data.id;
  };
  const add = (id: string, ...items: (object | string)[]): Promise<TestResponse> =>
    api().call(`/data-lists/${id}/items`, {
      body: { items: items.map((item) => (typeof item === 'string' ? { primaryValue: item } : item)) },
    });
  const itemsOf = async (id: string, query = ''): Promise<Body[]> =>
    ((await api().call(`/data-lists/${id}/items?limit=1000${query}`)).body as { items: Body[] }).items;
  const valuesOf = async (id: string, query = ''): Promise<string[]> =>
    (await itemsOf(id, query)).map((item: { primaryValue: string }) => item.primaryValue);
  const listOf = async (id: string): Promise<Body> =>
    ((await api().call(`/data-lists/${id}`)).body as { data: Body }).data;
  const patchItem = (id: string, item: string, body: unknown, key?: string): Promise<TestResponse> =>
    api().call(`/data-lists/${id}/items/${item}`, { method: 'PATCH', body, ...(key && { key }) });
  const eventsOf = async (listId: string): Promise<{ event: string; payload: Body }[]> =>
    (
      await api().pool.query<{ event: string; payload: Body }>(
        `select event, payload from outbox_events where payload -> 'list' ->> 'id' = $1 order by payload -> 'list' ->> 'revision', payload -> 'item' ->> 'primaryValue'`,
        [listId],
      )
    ).rows;
  const auditOf = async (listId: string): Promise<string[]> =>
    ((await api().call(`/audit/events?resourceId=${listId}&limit=100`)).body as { events: { event: string }[] }).events
      .map(({ event }) => event)
      .reverse();

  return { api, create, add, itemsOf, valuesOf, listOf, patchItem, eventsOf, auditOf };
}
