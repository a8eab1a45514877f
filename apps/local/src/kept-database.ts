import { setTimeout as sleep } from 'node:timers/promises';
import { startDevDb, type DevDb } from '@tamis/devdb';

const name = 'tamis';
const lookMs = 500;
/** Milliseconds to wait before each restart of a server that has ended. */
const backoffMs = [0, 1_000, 2_000, 4_000, 8_000];
/** After running for this long, a server starts again with the first of these delays. */
const steadyMs = 60_000;

const say = (line: string): void => console.log(line);

/** The embedded PostgreSQL, which is restarted if it dies. The API finds it at the same address with the same data. */
export class KeptDatabase {
  private readonly timer: NodeJS.Timeout;
  private restarting: Promise<void> | null = null;
  private isStopped = false;
  private attempts = 0;
  private startedAt = Date.now();

  private constructor(
    private readonly dataDir: string,
    private server: DevDb,
    private readonly giveUp: (problem: string) => void,
  ) {
    this.timer = setInterval(() => this.look(), lookMs).unref();
  }

  /** @param giveUp told why, when the server does not stay: nothing is tried any more */
  static async start(dataDir: string, giveUp: (problem: string) => void): Promise<KeptDatabase> {
    const server = await startDevDb({ dataDir, port: 5432, log: say });
    const kept = new KeptDatabase(dataDir, server, giveUp);
    await server.ensureDatabase(name);
    return kept;
  }

  get url(): string {
    return this.server.url(name);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.restarting;
    await this.server.stop();
  }

  private look(): void {
    if (this.restarting || this.isStopped || this.server.isAlive()) return;
    this.restarting = this.restart().finally(() => (this.restarting = null));
  }

  private async restart(): Promise<void> {
    if (Date.now() - this.startedAt > steadyMs) this.attempts = 0;
    let problem = 'it ended each time';
    while (this.attempts < backoffMs.length && !this.isStopped) {
      await sleep(backoffMs[this.attempts]);
      this.attempts += 1;
      console.error(`PostgreSQL ended and is started again, time ${this.attempts} of ${backoffMs.length}`);
      try {
        await this.startAgain();
        return;
      } catch (error) {
        problem = (error as Error).message;
      }
    }
    if (this.isStopped) return;
    clearInterval(this.timer);
    this.giveUp(
      `PostgreSQL ended, and ${backoffMs.length} new starts did not help: ${problem}. Its log: ${this.dataDir}.log`,
    );
  }

  private async startAgain(): Promise<void> {
    const { port } = this.server;
    const server = await startDevDb({ dataDir: this.dataDir, port, log: say });
    this.server = server;
    this.startedAt = Date.now();
    // The API only knows this address.
    if (server.port === port) return;
    await server.stop();
    throw new Error(`port ${port} was taken by another program meanwhile`);
  }
}
