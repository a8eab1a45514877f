import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { hostileFiles } from '@tamis/testkit/hostile-files';
import type { Pool } from 'pg';

import { type ApiServer, newAccount, withApiServer } from '../api-server.js';
import { machine, machineLine } from '../machine.js';
import { measureNeighbour, type NeighbourFigures, rssMb } from './neighbour.js';
import { upload, type UploadResponse } from './upload.js';

export interface HostileFilesBenchOptions {
  /** Selects files by parts of their titles; `null` means all. */
  readonly files: readonly string[] | null;
  /** The time after which an upload is aborted. */
  readonly seconds: number;
  /** The file `main.js` of another server build to compare with; `null` means this one. */
  readonly server: string | null;
  readonly json: string | null;
}

interface HostileCase {
  readonly title: string;
  readonly name: string;
  readonly content: Buffer;
  /** The number of concurrent uploads, by one organization. */
  readonly atOnce?: number;
  /** The number of copies in one form; `body` sends it as a JSON body. */
  readonly copies?: number | 'body';
}

interface CaseFigures {
  readonly title: string;
  readonly bytes: number;
  readonly status: number;
  readonly seconds: number;
  readonly message: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly rssGrowthMb: number;
  readonly ended: boolean;
}

const path = '/batch-import/import/transactions';
const head = 'externalId,type,amount,currency,description';
const honestRows = 100_000;
/** The minimum time for measuring the neighbour, even with a file that is rejected at once. */
const leastMs = 10_000;
const quietMs = 5_000;

const jsonOf = (rows: number, row: (n: number) => string): string =>
  `{"batchErrorHandling":"continue_collect_errors","transactions":[${Array.from({ length: rows }, (_, n) => row(n)).join()}]}`;

const honestFile = (rows: number, series: string): Buffer =>
  Buffer.from(
    `${head}\n${Array.from({ length: rows }, (_, n) => `${series}-${n},FEE,${n % 999}.5,USD,honest row ${n}\n`).join('')}`,
  );

/** Three copies are as much JSON as one batch may contain. */
const largeFile = (): Buffer =>
  Buffer.from(
    `${head}\n${Array.from({ length: honestRows }, (_, n) => `large-${n},FEE,${n % 999}.5,USD,${'row '.repeat(95)}${n}\n`).join('')}`,
  );

function* casesOf(wanted: readonly string[] | null): Generator<HostileCase> {
  const isWanted = (title: string): boolean => wanted === null || wanted.some((part) => title.includes(part));
  for (const { title, name, content } of hostileFiles) if (isWanted(title)) yield { title, name, content: content(1) };
  const title = 'twenty files of empty cells at once';
  const cells = hostileFiles.find((file) => file.title === '40 million empty cells');
  if (cells && isWanted(title)) yield { title, name: cells.name, content: cells.content(1), atOnce: 20 };
  const large = 'three honest files of 100,000 rows, as large as may be';
  const bodies: Readonly<Record<string, () => string>> = {
    'a body of 50 MB of honest payments': () =>
      jsonOf(
        honestRows,
        (n) =>
          `{"externalId":"json-${n}","type":"FEE","amount":1,"currency":"USD","description":"${'row '.repeat(100)}"}`,
      ),
    'a body of 45 MB of empty objects': () => jsonOf(15_000_000, () => '{}'),
    'a body of one payment with five million members': () =>
      jsonOf(1, () => `{${Array.from({ length: 4_000_000 }, (_, n) => `"${n.toString(36)}":1`).join()}}`),
    'a body of 50 MB that nests': () => jsonOf(1, () => '['.repeat(50_000_000)),
    'a body of 50 MB without payments': () => `{"a":[${'{},'.repeat(16_000_000)}{}]}`,
  };
  for (const [name, content] of Object.entries(bodies))
    if (isWanted(name)) yield { title: name, name, content: Buffer.from(content()), copies: 'body' };
  if (isWanted(large)) yield { title: large, name: 'large.csv', content: largeFile(), copies: 3 };
}

/** Sends harmful files one after the other while another organization makes a few small requests. */
export async function benchHostileFiles(options: HostileFilesBenchOptions): Promise<void> {
  const settings = { shared_buffers: '256MB', max_connections: '100' };
  const main = options.server === null ? undefined : pathToFileURL(resolve(options.server));
  await withApiServer(
    { name: 'hostile-files', settings, ...(main && { main }) },
    async ({ pool, organizationId, key, start }) => {
      const load = loadavg()[0]!;
      const neighbour = await newAccount(pool, 'Neighbour');
      const bench = new HostileFilesBench(pool, { organizationId, key }, neighbour.key, start, options.seconds);
      // This plan allows the harmless file.
      await pool.query(`update organizations set plan = 'enterprise' where id = $1`, [organizationId]);
      console.log(machineLine(load));
      await bench.startServer();
      for (const hostile of casesOf(options.files)) await bench.measure(hostile);
      const figures = { ...bench.summary(), load };
      console.log(JSON.stringify({ ...figures, files: undefined }));
      if (options.json !== null)
        writeFileSync(options.json, `${JSON.stringify({ machine: machine(), ...figures }, null, 2)}\n`);
    },
  );
}

class HostileFilesBench {
  private server!: ApiServer;
  private baseRssMb = 0;
  private quiet!: NeighbourFigures;
  private honestRowsPerSecond = 0;
  private readonly files: CaseFigures[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly sender: { readonly organizationId: string; readonly key: string },
    private readonly neighbourKey: string,
    private readonly start: () => Promise<ApiServer>,
    private readonly seconds: number,
  ) {}

  /** Starts the server and lets it do its usual work. */
  async startServer(): Promise<void> {
    this.server = await this.start();
    await measureNeighbour(this.server, this.neighbourKey, () => this.sendHonest(2_000));
    const honest = await this.sendHonest(honestRows);
    this.honestRowsPerSecond = honestRows / honest.seconds;
    await sleep(1_000);
    this.quiet = await measureNeighbour(this.server, this.neighbourKey, () => sleep(quietMs));
    this.baseRssMb = rssMb(this.server.pid);
    console.log(
      `an honest file: ${honest.status}, ${Math.round(this.honestRowsPerSecond)} rows a second; quiet: p50 ${ms(this.quiet.p50Ms)}, ` +
        `p99 ${ms(this.quiet.p99Ms)}, ${Math.round(this.baseRssMb)} MB`,
    );
  }

  async measure(hostile: HostileCase): Promise<void> {
    const { title, content, atOnce = 1 } = hostile;
    const answers: UploadResponse[] = [];
    const since = performance.now();
    const { p50Ms, p99Ms, peakRssMb } = await measureNeighbour(this.server, this.neighbourKey, async () => {
      do {
        answers.push(...(await Promise.all(Array.from({ length: atOnce }, () => this.send(hostile)))));
        await this.endJobs();
      } while (performance.now() - since < leastMs && !this.hasEnded);
    });
    const slowest = answers.reduce((most, answer) => (answer.seconds > most.seconds ? answer : most));
    const figures: CaseFigures = {
      title,
      bytes: content.length,
      status: slowest.status,
      seconds: slowest.seconds,
      message: messageOf(slowest),
      p50Ms: round(p50Ms),
      p99Ms: round(p99Ms),
      rssGrowthMb: Math.round(peakRssMb - this.baseRssMb),
      ended: this.hasEnded,
    };
    this.files.push(figures);
    console.log(
      `${title} (${(content.length / 1e6).toFixed(2)} MB): ${figures.status} after ${figures.seconds} s; neighbour p50 ${ms(p50Ms)}, ` +
        `p99 ${ms(p99Ms)}; ${figures.rssGrowthMb >= 0 ? '+' : ''}${figures.rssGrowthMb} MB${figures.ended ? '; THE PROCESS ENDED' : ''}; ${figures.message}`,
    );
    if (figures.ended) await this.startServer();
  }

  summary() {
    const worst = (of: (file: CaseFigures) => number): number => Math.max(0, ...this.files.map(of));
    return {
      worstNeighbourP99Ms: worst(({ p99Ms }) => p99Ms),
      worstRssGrowthMb: worst(({ rssGrowthMb }) => rssGrowthMb),
      processEnded: this.files.filter(({ ended }) => ended).length,
      serverErrors: this.files.filter(({ status }) => status >= 500 && status !== 503).length,
      quietNeighbourP50Ms: round(this.quiet.p50Ms),
      quietNeighbourP99Ms: round(this.quiet.p99Ms),
      honestRowsPerSecond: Math.round(this.honestRowsPerSecond),
      files: this.files,
    };
  }

  private get hasEnded(): boolean {
    return this.server.child.exitCode !== null || this.server.child.signalCode !== null;
  }

  private send({
    name,
    content,
    copies = 1,
  }: Pick<HostileCase, 'name' | 'content' | 'copies'>): Promise<UploadResponse> {
    const fields = { batchErrorHandling: 'continue_collect_errors' };
    const { port } = this.server;
    const to = copies === 'body' ? '/transactions/batch/background' : path;
    return upload({ port, key: this.sender.key, path: to, name, content, copies, fields, seconds: this.seconds });
  }

  private async sendHonest(rows: number): Promise<UploadResponse> {
    const answer = await this.send({ name: 'honest.csv', content: honestFile(rows, `honest-${rows}-${Date.now()}`) });
    await this.endJobs();
    return answer;
  }

  /** Accepted rows are not part of the measurement. Storing them ends with their job. */
  private async endJobs(): Promise<void> {
    const { organizationId } = this.sender;
    await this.pool.query(
      `update batch_jobs set is_cancelled = true, is_paused = false where organization_id = $1 and completed_at is null`,
      [organizationId],
    );
    for (let live = 1; live > 0 && !this.hasEnded; await sleep(50)) {
      const { rows } = await this.pool.query<{ live: number }>(
        'select count(*)::int as live from batch_jobs where organization_id = $1 and completed_at is null',
        [organizationId],
      );
      live = rows[0]!.live;
    }
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
const ms = (value: number): string => `${round(value)} ms`;

function messageOf({ text }: UploadResponse): string {
  const details = /"details":\{"[a-z]+":"((?:[^"\\]|\\.)*)"/i.exec(text)?.[1];
  return (details ?? text).slice(0, 200);
}
