import { readJsonLines, type EventBatch } from '../src/index.js';

async function* cutInto(text: string, bytes: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield await Promise.resolve(all.subarray(at, at + bytes));
}

async function batchesOf(text: string, bytes = 3): Promise<readonly EventBatch[]> {
  const found: EventBatch[] = [];
  for await (const batch of readJsonLines(cutInto(text, bytes), 'UTC')) found.push(batch);
  return found;
}

const record = { id: 't-1', channel: 'São Paulo ✓', transactedAt: '2026-01-15T12:00:00Z' };
const now = Date.parse(record.transactedAt);

describe('event file', () => {
  it('is read identically however its bytes are split, with empty lines and no final newline', async () => {
    const change = { kind: 'list', listId: 'l', add: [{ id: 'i', primaryValue: 'web' }] };
    const person = {
      context: { id: 'e-1' },
      target: 'person',
      trigger: 'updated',
      now: record.transactedAt,
      label: 'cleared',
    };
    const login = { kind: 'record', source: 'userEvents', record: { id: 'u-1' } };
    const text = `${[record, change, person, login].map((each) => JSON.stringify(each)).join('\r\n\n')}`;
    for (const bytes of [1, 3, 1_000])
      expect(await batchesOf(text, bytes)).toEqual([
        {
          ok: true,
          value: [
            { kind: 'run', id: 't-1', target: 'transaction', trigger: 'created', now, context: record },
            { ...change, type: 'custom', remove: [] },
            {
              kind: 'run',
              id: 'e-1',
              target: 'person',
              trigger: 'updated',
              now,
              context: { id: 'e-1' },
              label: 'cleared',
            },
            login,
          ],
        },
      ]);
  });

  const checkRefused = async (line: string, message: string): Promise<void> => {
    const batches = await batchesOf(`${JSON.stringify(record)}\n${line}\n${JSON.stringify(record)}\n`);
    expect(batches).toMatchObject([
      { ok: true, value: [{ id: 't-1' }] },
      { ok: false, error: { line: 2 } },
    ]);
    expect(JSON.stringify(batches[1])).toContain(message);
  };

  it('stops at the first invalid line and reports what is wrong with it', async () => {
    await checkRefused('{', 'not JSON');
    await checkRefused('[]', 'an event must be an object');
    await checkRefused('{"transactedAt": "2026-01-15T12:00:00Z"}', 'a record must have an `id`');
    await checkRefused(
      '{"id": "t"}',
      'a record must have a time such as 2026-01-15T12:00:00Z with an offset: `transactedAt`, `ti',
    );
    await checkRefused(
      '{"context": {"id": "t"}, "now": "soon"}',
      'a record must have a time such as 2026-01-15T12:00:00Z with an offset: `transactedAt`, `ti',
    );
    await checkRefused('{"context": {"id": "t"}, "target": "payment"}', 'target` must be one of');
    await checkRefused('{"context": {"id": "t"}, "label": "bad"}', '`label` must be');
    await checkRefused('{"kind": "record", "source": "x", "record": {}}', 'source` must be one of');
    await checkRefused(
      '{"kind": "list", "listId": "l", "add": [{}]}',
      'add` must be a list of items with `id` and `primaryValue',
    );
  });
});
