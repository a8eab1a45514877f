import { type TestResponse, type Body } from './start-test-api.js';
import { useTestApi } from './use-test-api.js';

interface TransactionEvent {
  readonly event: string;
  readonly payload: Body;
  readonly text: string;
}

/** Provides a server for the tests of one file with the person `ana`, and operations on its transactions. */
export function useTransactions() {
  const api = useTestApi();
  beforeAll(async () => {
    const ana = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
    expect((await api().call('/entities', { body: ana })).status).toBe(201);
  });

  let sent = 0;
  const payment = (more: object = {}): Record<string, unknown> => ({
    externalId: `c-${(sent += 1)}`,
    type: 'PAYMENT',
    amount: 10,
    currency: 'USD',
    transactedAt: '2026-03-01T10:00:00.000Z',
    ...more,
  });
  const create = async (more: object = {}): Promise<Body> => {
    const answer = await api().call('/transactions', { body: payment(more) });
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { transaction: Body }).transaction;
  };
  const patch = (path: string, body: unknown): Promise<TestResponse> =>
    api().call(`/transactions/${path}`, { method: 'PATCH', body });
  const read = async (id: string): Promise<Body> =>
    ((await api().call(`/transactions/${id}`)).body as { transaction: Body }).transaction;
  const eventsOf = async (id: string): Promise<TransactionEvent[]> => {
    const { rows } = await api().pool.query<TransactionEvent>(
      `select event, payload, payload::text as text from outbox_events
        where event like 'transaction.%' and payload ->> 'transactionId' = $1 order by seq, place`,
      [id],
    );
    return rows;
  };
  const namesOf = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ event }) => event);
  const trailOf = async (id: string): Promise<Body[]> =>
    ((await api().call(`/transactions/${id}/timeline?sortOrder=asc`)).body as { events: Body[] }).events;

  return { api, payment, create, patch, read, eventsOf, namesOf, trailOf };
}
