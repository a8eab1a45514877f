import fc from 'fast-check';

import { inTransaction, newId } from '../database/index.js';
import { RawJson } from '../http/index.js';
import { maxEventsPerRow, OutboxRetention, type OutboxEvent, writeEvents } from './index.js';
import { createWebhook } from '../../../test/support/create-webhook.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

interface Told {
  readonly organization_id: string;
  readonly id: string;
  readonly seq: string;
  readonly event: string;
  readonly payload: unknown;
}

describe('The outbox', () => {
  const test = useOwnTestApi();

  const write = (events: readonly OutboxEvent[]): Promise<void> =>
    inTransaction(test().pool, null, (client) => writeEvents(client, events));
  const told = async (name: string): Promise<readonly Told[]> =>
    (await test().pool.query<Told>(`select * from outbox_events where event = $1 order by seq, place`, [name])).rows;
  const numbered = (name: string, organizationId: string, from: number, to: number): OutboxEvent[] =>
    Array.from({ length: to - from }, (_, number) => ({
      organizationId,
      event: name,
      payload: { number: from + number, told: new RawJson('{"big":12345678901234567890}') },
    }));
  const numberOf = ({ payload }: Told): number => (payload as { number: number }).number;

  it('stores the events of one write in few rows, and reads them in order, each with its own id', async () => {
    const { production, stranger } = test();
    const many = 2 * maxEventsPerRow + 1;
    await write([
      ...numbered('order', production.organizationId, 0, many),
      ...numbered('order', stranger.organizationId, many, many + 2),
    ]);
    const found = await told('order');
    expect(found.map(numberOf)).toEqual(Array.from({ length: many + 2 }, (_, number) => number));
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(new Set(found.map(({ seq }) => seq)).size).toBe(4);
    const ofStranger = found.filter((each) => each.organization_id === stranger.organizationId);
    expect(ofStranger.map(numberOf)).toEqual([many, many + 1]);
  });

  it('returns the exact text of each payload', async () => {
    const { organizationId } = test().production;
    const payload = fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }));
    const payloads = fc.array(fc.tuple(payload, fc.boolean()), { minLength: 1, maxLength: maxEventsPerRow + 5 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(payloads, async (all) => {
        const event = `spelled.${(round += 1)}`;
        const texts = all.map(([each]) => JSON.stringify(each));
        const asText = (place: number): RawJson => new RawJson(texts[place]!);
        await write(
          all.map(([each, isRaw], place) => ({ organizationId, event, payload: isRaw ? asText(place) : each })),
        );
        const { rows } = await test().pool.query<{ payload: string }>(
          `select payload::text as payload from outbox_events where event = $1 order by seq, place`,
          [event],
        );
        expect(rows.map((row) => row.payload)).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it('publishes nothing that was rolled back', async () => {
    const events = numbered('undone', test().production.organizationId, 0, 2);
    const work = inTransaction(test().pool, null, async (client) => {
      await writeEvents(client, events);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await told('undone')).toEqual([]);
  });

  it('removes events not fetched for a day, in every organization', async () => {
    const { production, stranger, app, pool } = test();
    const hourMs = 3_600_000;
    const idAt = (hoursAgo: number): string => newId(Date.now() - hoursAgo * hourMs);
    const writeAt = (organizationId: string, hoursAgo: number): Promise<unknown> =>
      pool.query(`insert into outbox (organization_id, id, events) values ($1, $2, $3)`, [
        organizationId,
        idAt(hoursAgo),
        JSON.stringify([{ id: newId(), event: `aged.${hoursAgo}`, payload: {} }]),
      ]);
    for (const { organizationId } of [production, stranger])
      for (const hours of [23, 25, 400]) await writeAt(organizationId, hours);
    const left = async (): Promise<readonly string[]> =>
      (await pool.query(`select event from outbox_events where event like 'aged.%' order by event`)).rows.map(
        ({ event }: { event: string }) => event,
      );
    const sweeper = app.get(OutboxRetention);
    expect([await sweeper.remove(), await sweeper.remove()]).toEqual([4, 0]);
    expect(await left()).toEqual(['aged.23', 'aged.23']);
  });

  it('keeps for a month the events that a webhook has not read yet', async () => {
    const { production, app, pool } = test();
    const call: ReturnType<typeof test>['call'] = (path, asked) => test().call(path, asked);
    const { organizationId } = production;
    await createWebhook(call, 'https://93.184.215.14/hook', { events: ['data_list.updated'] });
    await call('/data-lists', { body: { name: 'Read', type: 'custom', source: 'internal' } });
    const hasCursor = async () =>
      ((await pool.query('select from webhook_cursors where organization_id = $1', [organizationId])).rowCount ?? 0) >
      0;
    await waitUntil(hasCursor);
    const left = async () =>
      (await pool.query(`select event from outbox_events where event like 'waits.%' order by event`)).rows.map(
        ({ event }: { event: string }) => event,
      );
    const sweeper = app.get(OutboxRetention);
    const reader = await pool.connect();
    try {
      // Blocks all readers, as if every server were down.
      await reader.query('begin');
      await reader.query('select from webhook_cursors where organization_id = $1 for update', [organizationId]);
      for (const hours of [23, 25, 800])
        await pool.query(`insert into outbox (organization_id, id, events) values ($1, $2, $3)`, [
          organizationId,
          newId(Date.now() - hours * 3_600_000),
          JSON.stringify([{ id: newId(), event: `waits.${hours}`, payload: {} }]),
        ]);
      expect(await sweeper.remove()).toBe(1);
      expect(await left()).toEqual(['waits.23', 'waits.25']);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
    await waitUntil(async () => (await sweeper.remove()) > 0);
    expect(await left()).toEqual(['waits.23']);
  });
});
