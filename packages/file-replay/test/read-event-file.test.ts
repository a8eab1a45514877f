import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { EventBatch, LineProblem, ReplayEvent } from '@tamis/dry-run';
import { readEventFile } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'event-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

async function batchesOf(extension: string, content: string | Uint8Array): Promise<readonly EventBatch[]> {
  const path = join(folder, `${String(files++)}.${extension}`);
  writeFileSync(path, content);
  const found: EventBatch[] = [];
  for await (const batch of readEventFile(path)) found.push(batch);
  return found;
}

async function eventsOf(extension: string, content: string | Uint8Array): Promise<readonly ReplayEvent[]> {
  return (await batchesOf(extension, content)).flatMap((batch) => {
    if (!batch.ok) throw new Error(JSON.stringify(batch.error));
    return batch.value;
  });
}

async function problemOf(extension: string, content: string | Uint8Array): Promise<LineProblem | null> {
  const last = (await batchesOf(extension, content)).at(-1);
  return last && !last.ok ? last.error : null;
}

const at = '2026-01-15T12:00:00.000Z';
const records = [
  { id: 't-1', amount: '10.10', currency: 'USD', transactedAt: at, originEntity: { riskScore: 5, countryCode: 'BR' } },
  { id: '2', amount: '7.00', currency: 'BRL', transactedAt: at, deviceDetails: { isVpn: true }, channel: 'a,"b"\nç' },
];

const jsonLines = [JSON.stringify({ context: records[0], label: 'fraud' }), JSON.stringify(records[1])].join('\n');
const csv = `\uFEFFid,amount,currency,transactedAt,originEntity.riskScore,originEntity.countryCode,deviceDetails.isVpn,channel,label
t-1,10.10,USD,${at},5,BR,,,fraud

2,7.00,BRL,${at},,,true,"a,""b""\nç",
`;

const column = (name: string, data: readonly unknown[], type?: 'STRING' | 'BOOLEAN' | 'INT64' | 'TIMESTAMP') => ({
  name,
  data: [...data],
  ...(type ? { type } : {}),
  nullable: true,
});

const parquet = (...columns: ReturnType<typeof column>[]): Uint8Array =>
  new Uint8Array(parquetWriteBuffer({ columnData: columns, rowGroupSize: 1 }));

describe('events of a table', () => {
  it('are those of the same records in lines of JSON', async () => {
    const expected = await eventsOf('jsonl', jsonLines);
    expect(await eventsOf('csv', csv)).toEqual(expected);
    const rows = parquet(
      column('id', ['t-1', '2'], 'STRING'),
      column('amount', ['10.10', '7.00'], 'STRING'),
      column('currency', ['USD', 'BRL'], 'STRING'),
      column('transactedAt', [new Date(at), new Date(at)], 'TIMESTAMP'),
      column('originEntity.riskScore', [5n, null], 'INT64'),
      column('originEntity.countryCode', ['BR', null], 'STRING'),
      column('deviceDetails.isVpn', [null, true], 'BOOLEAN'),
      column('channel', [null, 'a,"b"\nç'], 'STRING'),
      column('label', ['fraud', null], 'STRING'),
    );
    expect(await eventsOf('parquet', rows)).toEqual(expected);
  });

  it('end at the first row that is none, with its number and its column', async () => {
    const header = 'id,transactedAt,originEntity.riskScore';
    expect(await problemOf('csv', `${header}\na,${at},5\nb,${at},high\n`)).toEqual({
      line: 3,
      column: 'originEntity.riskScore',
      message: '`high` is no number',
    });
    expect(await problemOf('csv', `${header}\na,${at}\n`)).toMatchObject({ line: 2 });
    expect(await problemOf('csv', `id,id.x\na,b\n`)).toMatchObject({ line: 2, column: 'id.x' });
    expect(await problemOf('csv', `id\na\n`)).toMatchObject({
      line: 2,
      message: expect.stringMatching(/a record has a time/) as string,
    });
    expect(await problemOf('parquet', 'PAR1 not at all')).toMatchObject({
      line: 1,
      message: expect.stringMatching(/^not Parquet/) as string,
    });
    const noId = parquet(column('id', ['a', null], 'STRING'), column('transactedAt', [at, at], 'STRING'));
    expect(await problemOf('parquet', noId)).toMatchObject({
      line: 2,
      message: expect.stringMatching(/`id`/) as string,
    });
  });
});
