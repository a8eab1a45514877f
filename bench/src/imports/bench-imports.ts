import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import { type ApiServer, newAccount, withApiServer } from '../api-server.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import { measureNeighbour, type NeighbourFigures, rssMb } from '../hostile-files/neighbour.js';
import { upload } from '../hostile-files/upload.js';
import { sampleEntity } from '../entities/sample-entities.js';
import { machine, machineLine, median } from '../machine.js';

export interface ImportsBenchOptions {
  /** Number of rows in the file of each kind. */
  readonly entities: number;
  readonly payments: number;
  readonly seed: number;
  /** What happens to the other rows if one cannot be stored: `rollback_all`, … */
  readonly mode: string;
  readonly json: string | null;
}

/** A kind of file, and the columns that a bare table stores of its rows. */
interface Kind {
  readonly path: string;
  readonly head: string;
  readonly row: (number: number, series: string) => string;
}

interface ImportFigures {
  readonly perSecond: number;
  /** In addition to the memory of the idle server. */
  readonly peakRssMb: number;
  readonly neighbourP99Ms: number;
  /** Processor milliseconds per row, for the server with its threads and for PostgreSQL, and log bytes of PostgreSQL per row. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  readonly walBytes: number;
}

const quietMs = 8_000;
/** A file of this relative size shows whether memory grows with the file. */
const shareOfSmaller = 0.25;
const warmUpRows = 1_000;
const bareRowsTogether = 500;
const uploadSeconds = 120;

/** Imports files while another organization makes a few small requests, and compares this with a bare table that receives the same rows. */
export async function benchImports(options: ImportsBenchOptions): Promise<void> {
  const settings = { shared_buffers: '256MB', min_wal_size: '2GB', max_wal_size: '4GB', max_connections: '100' };
  await withApiServer(
    { name: 'imports', settings, usedLogMb: 1_024 },
    async ({ pool, dataDir, organizationId, key, start }) => {
      const load = loadavg()[0]!;
      const neighbour = await newAccount(pool, 'Neighbour');
      // This plan allows the file.
      await pool.query(`update organizations set plan = 'enterprise' where id = $1`, [organizationId]);
      const bench = new ImportsBench(await start(), { pool, dataDir }, options.mode, key, neighbour.key);
      console.log(machineLine(load));
      const figures = await bench.measure(options);
      for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(28)} ${value}`);
      if (options.json !== null)
        writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
    },
  );
}

const entitiesOf = (seed: number): Kind => ({
  path: '/batch-import/import/entities',
  head: 'type,name,country_code,tax_id,external_id,attributes.segment',
  row: (number, series) => {
    const { type, name, countryCode, taxId } = sampleEntity(number, seed);
    return `${type},"${name}",${countryCode},${series === 'whole' ? (taxId ?? '') : ''},${series}-${number},retail`;
  },
});

const transactions: Kind = {
  path: '/batch-import/import/transactions',
  head: 'externalId,type,amount,currency,description',
  row: (number, series) => `${series}-${number},FEE,${number % 999}.5,USD,row ${number}`,
};

class ImportsBench {
  private baseRssMb = 0;
  private quietP99Ms: number[] = [];

  constructor(
    private readonly server: ApiServer,
    private readonly database: { readonly pool: Pool; readonly dataDir: string },
    private readonly mode: string,
    private readonly key: string,
    private readonly neighbourKey: string,
  ) {}

  async measure({ entities: entityRows, payments: paymentRows, seed }: ImportsBenchOptions) {
    const entities = entitiesOf(seed);
    for (const kind of [entities, transactions]) await this.import(kind, warmUpRows, 'warm');
    await this.quiet();
    this.baseRssMb = rssMb(this.server.pid);
    // V8 fills the recommended heap once with any file. After that, additional memory grows with the file.
    await this.import(transactions, paymentRows * shareOfSmaller, 'fill');
    const smaller = {
      entities: await this.import(entities, entityRows * shareOfSmaller, 'part'),
      payments: await this.import(transactions, paymentRows * shareOfSmaller, 'part'),
    };
    const whole = {
      entities: await this.import(entities, entityRows, 'whole'),
      payments: await this.import(transactions, paymentRows, 'whole'),
    };
    await this.quiet();
    const bare = {
      entities: await this.bareRowsPerSecond(entities, entityRows),
      payments: await this.bareRowsPerSecond(transactions, paymentRows),
    };
    const worst = (of: keyof ImportFigures): number => Math.max(whole.entities[of], whole.payments[of]);
    return rounded({
      entitiesPerSecond: whole.entities.perSecond,
      paymentsPerSecond: whole.payments.perSecond,
      peakRssMb: worst('peakRssMb'),
      peakRssGrowthMb: Math.max(
        whole.entities.peakRssMb - smaller.entities.peakRssMb,
        whole.payments.peakRssMb - smaller.payments.peakRssMb,
      ),
      peakRssMbOfEntities: whole.entities.peakRssMb,
      peakRssMbOfQuarterEntities: smaller.entities.peakRssMb,
      peakRssMbOfPayments: whole.payments.peakRssMb,
      peakRssMbOfQuarterPayments: smaller.payments.peakRssMb,
      serverCpuMsOfEntity: whole.entities.serverCpuMs,
      databaseCpuMsOfEntity: whole.entities.databaseCpuMs,
      serverCpuMsOfPayment: whole.payments.serverCpuMs,
      databaseCpuMsOfPayment: whole.payments.databaseCpuMs,
      walBytesOfEntity: whole.entities.walBytes,
      walBytesOfPayment: whole.payments.walBytes,
      apiP99Ratio: worst('neighbourP99Ms') / median(this.quietP99Ms),
      apiP99MsOfEntities: whole.entities.neighbourP99Ms,
      apiP99MsOfPayments: whole.payments.neighbourP99Ms,
      apiP99MsQuiet: median(this.quietP99Ms),
      bareEntitiesPerSecond: bare.entities,
      barePaymentsPerSecond: bare.payments,
      entitiesRatioToBare: whole.entities.perSecond / bare.entities,
      paymentsRatioToBare: whole.payments.perSecond / bare.payments,
    });
  }

  private async quiet(): Promise<void> {
    await sleep(1_000);
    this.quietP99Ms.push((await this.beside(() => sleep(quietMs))).p99Ms);
  }

  private beside(work: () => Promise<unknown>): Promise<NeighbourFigures> {
    return measureNeighbour(this.server, this.neighbourKey, work);
  }

  /** Measures from the first byte sent to the last row stored. */
  private async import(kind: Kind, rows: number, series: string): Promise<ImportFigures> {
    const content = Buffer.from(`${fileOf(kind, rows, series).join('\n')}\n`);
    let seconds = 0;
    const before = await this.used();
    const { p99Ms, peakRssMb } = await this.beside(async () => {
      const since = performance.now();
      const { port } = this.server;
      const fields = { batchErrorHandling: this.mode };
      const sent = { port, key: this.key, path: kind.path, name: 'rows.csv', content, fields, seconds: uploadSeconds };
      const answer = await upload(sent);
      if (answer.status !== 202) throw new Error(`${kind.path} answered ${answer.status}: ${answer.text}`);
      await this.end((JSON.parse(answer.text) as { jobId: string }).jobId, rows);
      seconds = (performance.now() - since) / 1_000;
    });
    const after = await this.used();
    return {
      perSecond: rows / seconds,
      peakRssMb: peakRssMb - this.baseRssMb,
      neighbourP99Ms: p99Ms,
      serverCpuMs: (after.serverUs - before.serverUs) / 1_000 / rows,
      databaseCpuMs: (after.databaseUs - before.databaseUs) / 1_000 / rows,
      walBytes: (after.walBytes - before.walBytes) / rows,
    };
  }

  /** Returns the totals so far. */
  private async used(): Promise<Readonly<Record<'serverUs' | 'databaseUs' | 'walBytes', number>>> {
    const { pool, dataDir } = this.database;
    const { rows } = await pool.query<{ at: string }>(`select (pg_current_wal_lsn() - '0/0')::text as at`);
    return {
      serverUs: processCpuUs(this.server.pid),
      databaseUs: postgresCpuUs(dataDir),
      walBytes: Number(rows[0]!.at),
    };
  }

  /** Throws if not every row was stored. */
  private async end(jobId: string, rows: number): Promise<void> {
    for (;;) {
      const { rows: found } = await this.database.pool.query<{ status: string; succeeded: number; isOver: boolean }>(
        'select status, succeeded, completed_at is not null as "isOver" from batch_jobs where id = $1',
        [jobId],
      );
      const { status, succeeded, isOver } = found[0]!;
      if (isOver && succeeded === rows) return;
      if (isOver) throw new Error(`the job ${status} with ${succeeded} of ${rows} rows`);
      await sleep(20);
    }
  }

  /** Inserts the same rows into a table with nothing but a key, many per statement. */
  private async bareRowsPerSecond(kind: Kind, count: number): Promise<number> {
    const [, ...lines] = fileOf(kind, count, 'whole');
    await this.database.pool.query('create table bare_rows (id bigint primary key, line text not null)');
    const since = performance.now();
    for (let from = 0; from < lines.length; from += bareRowsTogether) {
      const part = lines.slice(from, from + bareRowsTogether);
      await this.database.pool.query('insert into bare_rows select * from unnest($1::bigint[], $2::text[])', [
        part.map((_, place) => from + place),
        part,
      ]);
    }
    const seconds = (performance.now() - since) / 1_000;
    await this.database.pool.query('drop table bare_rows');
    return count / seconds;
  }
}

const fileOf = ({ head, row }: Kind, rows: number, series: string): readonly string[] => [
  head,
  ...Array.from({ length: rows }, (_, number) => row(number, series)),
];

const rounded = <Figures extends Readonly<Record<string, number>>>(figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(3))])) as Figures;
