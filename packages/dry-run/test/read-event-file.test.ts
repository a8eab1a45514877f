import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { EventBatch, LineProblem, ReplayEvent } from '../src/index.js';
import { foreignColumns, readEventFile } from '../src/files/index.js';

const folder = mkdtempSync(join(tmpdir(), 'event-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

async function batchesOf(extension: string, content: string | Uint8Array): Promise<readonly EventBatch[]> {
  const path = join(folder, `${String(files++)}.${extension}`);
  writeFileSync(path, content);
  const found: EventBatch[] = [];
  for await (const batch of readEventFile(path, 'UTC')) found.push(batch);
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

describe('events of a table file', () => {
  it('equal those of the same records in JSON lines', async () => {
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

  it('stop at the first invalid row, with its number and column', async () => {
    const header = 'id,transactedAt,originEntity.riskScore';
    expect(await problemOf('csv', `${header}\na,${at},5\nb,${at},high\n`)).toEqual({
      line: 3,
      column: 'originEntity.riskScore',
      message: '`high` is not a number',
    });
    expect(await problemOf('csv', `${header}\na,${at}\n`)).toMatchObject({ line: 2 });
    expect(await problemOf('csv', `id,id.x\na,b\n`)).toMatchObject({ line: 2, column: 'id.x' });
    const typed = 'id,transactedAt,amount,originEntity.registrationDate,deviceDetails.isVpn';
    const cells: readonly (readonly [row: string, column: string | undefined, message: string])[] = [
      ['1,200.50', undefined, 'Invalid Record Length'],
      ['"1,200.50",2026-01-01,TRUE', 'amount', '`1,200.50` is not an amount such as 1200.50'],
      ['12.50,15/01/2026,true', 'originEntity.registrationDate', '`15/01/2026` is not a time such as 2026-01-15'],
      ['12.50,2026-01-15,yes', 'deviceDetails.isVpn', '`yes` is neither true nor false'],
    ];
    for (const [row, wrong, message] of cells)
      expect(await problemOf('csv', `${typed}\na,${at},7.1,${at},False\nb,${at},${row}\n`)).toEqual({
        line: 3,
        message: expect.stringContaining(message) as string,
        ...(wrong === undefined ? {} : { column: wrong }),
      });
    expect(await problemOf('csv', `id\na\n`)).toMatchObject({
      line: 2,
      message: expect.stringMatching(
        /a record must have a time such as 2026-01-15T12:00:00Z with an offset: `transactedAt`, `timestamp`, or `now` next to it/,
      ) as string,
    });
    expect(await problemOf('parquet', 'PAR1 not at all')).toMatchObject({
      line: 1,
      message: expect.stringMatching(/^not Parquet/) as string,
    });
    const headers: readonly (readonly [header: string, message: string])[] = [
      ['id,amount,id', 'two columns have the name `id`'],
      ['Id,amount', 'no column is called `id`, only `Id`, `amount`'],
      ['id;amount', 'no column is called `id`, only `id;amount`; columns are separated by commas'],
    ];
    for (const [header, message] of headers)
      expect(await problemOf('csv', `${header}\n${'x,'.repeat(header.split(',').length - 1)}x\n`)).toEqual({
        line: 1,
        message,
      });
    const unnamed = parquet(column('amount', ['1'], 'STRING'));
    expect(await problemOf('parquet', unnamed)).toMatchObject({
      line: 1,
      message: expect.stringContaining('`id`') as string,
    });
    const noId = parquet(column('id', ['a', null], 'STRING'), column('transactedAt', [at, at], 'STRING'));
    expect(await problemOf('parquet', noId)).toMatchObject({
      line: 2,
      message: expect.stringMatching(/`id`/) as string,
    });
  });

  it('report columns that no rule reads, and suggest the intended name', async () => {
    const header = 'id,amuont,label,metadata.shop,originEntity,originEntityId,amountInUsd,instrument.metadata.a,foo';
    const told: (readonly string[])[] = [];
    const path = join(folder, 'columns.csv');
    writeFileSync(path, `${header}\n`);
    for await (const batch of readEventFile(path, 'UTC', { onColumns: (columns) => told.push(columns) }))
      expect(batch.ok).toBe(true);
    expect(told.map(foreignColumns)).toEqual([
      [
        { column: 'amuont', nearest: 'amount' },
        { column: 'foo', nearest: null },
      ],
    ]);
  });
});
