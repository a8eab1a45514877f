import { writeFileSync } from 'node:fs';

import type { ProfileShare } from '../edge/profile-shares.js';
import { machine, machineLine } from '../machine.js';
import type { ContractRows } from './contract-rows.js';
import { type DatabaseCosts, reportCosts } from './database-cost.js';

export interface HttpBenchOptions {
  /** Payments that are stored beforehand. */
  readonly stored: number;
  readonly connections: number;
  /** Duration of each measured load. */
  readonly seconds: number;
  readonly seed: number;
  readonly json: string | null;
}

/** Processor time per payment in microseconds. */
export interface Layer {
  readonly layer: string;
  readonly us: number;
}

export interface Figures {
  readonly requestsPerSecond: number;
  /** The same with `summary=hits`. */
  readonly requestsPerSecondHits: number;
  readonly p50Ms: number;
  readonly p50MsAt500: number;
  readonly p99MsAt500: number;
  /** Responses per second at a rate of 500 requests per second. */
  readonly answeredAt500: number;
  /** At half of the maximum rate of payments. */
  readonly p50MsAtHalf: number;
  readonly p99MsAtHalf: number;
  readonly p99OverP50AtHalf: number;
  /** For sequential payments of a customer with a hundred thousand of them, and in the same way for all other customers. */
  readonly busyCustomerP99Ms: number;
  readonly otherCustomersP99Ms: number;
  readonly busyOverOthersP99: number;
  readonly busyCustomerCpuUs: { readonly main: number; readonly threads: number; readonly postgres: number };
  readonly bareInsertPerSecond: number;
  readonly ratioToBareInsert: number;
  readonly ratioToBareInsertHits: number;
  /** Log bytes without full pages, which are written once after each checkpoint and listed separately. */
  readonly walBytesPerPayment: number;
  readonly walPageBytesPerPayment: number;
  readonly bareWalBytes: number;
  /**
   * Processor time by part: main thread of the server, its other threads, PostgreSQL. The sender is listed for comparison and is not part
   * of the API.
   */
  readonly cpuUs: {
    readonly main: number;
    readonly threads: number;
    readonly postgres: number;
    readonly client: number;
  };
  readonly hitsCpuUs: Figures['cpuUs'];
  /**
   * Ratio for a bare insert whose response is as long as that of the server, with each summary. No server that uses HTTP can have a better
   * one.
   */
  readonly boundHttpInsert: number;
  readonly boundHttpInsertHits: number;
  readonly toldCpuUs: Figures['bareCpuUs'];
  readonly toldHitsCpuUs: Figures['bareCpuUs'];
  readonly bareCpuUs: { readonly server: number; readonly postgres: number; readonly client: number };
  /** The rows of a payment alone, and the ratio of their number per second to bare inserts. */
  readonly contractRows: ContractRows;
  readonly contractRowsRatio: number;
  /**
   * What `ratioToBareInsert` would be if a payment took the same time as a bare insert outside of PostgreSQL, and only the time for its
   * rows in PostgreSQL.
   */
  readonly boundToBareInsert: number;
  readonly layers: readonly Layer[];
  /** From a separate load with timed statements. */
  readonly costs: DatabaseCosts;
}

/** Requests per second at even intervals. */
export const rate = 500;
/** Number of payments of the customer with the largest windows. */
export const busyTransactions = 100_000;

export const layersOf = (
  { main, threads, postgres }: { readonly main: number; readonly threads: number; readonly postgres: number },
  shares: readonly ProfileShare[],
): readonly Layer[] => [
  { layer: 'PostgreSQL', us: postgres },
  { layer: 'other threads of the server: rules, garbage', us: threads },
  ...shares.map(({ part, share }) => ({ layer: `main thread: ${part}`, us: share * main })),
];

export function reportFigures(figures: Figures, load: number, options: HttpBenchOptions): void {
  console.log(machineLine(load));
  const { requestsPerSecond, requestsPerSecondHits } = figures;
  console.log(
    `payments a second, ${options.connections} connections   ${requestsPerSecond.toFixed(0)}; of hits alone ${requestsPerSecondHits.toFixed(0)}`,
  );
  const { p50MsAt500, p99MsAt500, answeredAt500 } = figures;
  console.log(
    `p50 and p99 at ${rate} a second   ${p50MsAt500} and ${p99MsAt500} ms (${answeredAt500.toFixed(0)} answered)`,
  );
  console.log(
    `p50 and p99 at half of the most   ${figures.p50MsAtHalf} and ${figures.p99MsAtHalf} ms; ratio ${figures.p99OverP50AtHalf.toFixed(1)}`,
  );
  const ofBusy = figures.busyCustomerCpuUs;
  console.log(
    `p99 of a customer with ${busyTransactions} payments, one at a time   ${figures.busyCustomerP99Ms} ms; ` +
      `of others ${figures.otherCustomersP99Ms} ms (ratio ${figures.busyOverOthersP99.toFixed(1)}); of the processor ` +
      `main thread ${ofBusy.main.toFixed(0)} µs, other threads ${ofBusy.threads.toFixed(0)} µs, PostgreSQL ${ofBusy.postgres.toFixed(0)} µs`,
  );
  console.log(
    `bare inserts a second   ${figures.bareInsertPerSecond.toFixed(0)}; ratio ${figures.ratioToBareInsert.toFixed(3)}, ` +
      `of hits ${figures.ratioToBareInsertHits.toFixed(3)}`,
  );
  console.log(
    `log of a payment   ${figures.walBytesPerPayment.toFixed(0)} bytes, whole pages ${figures.walPageBytesPerPayment.toFixed(0)}; ` +
      `of a bare insert ${figures.bareWalBytes.toFixed(0)}`,
  );
  const { contractRows: rows, bareCpuUs: bare } = figures;
  console.log(
    `rows of a payment alone   ${rows.perSecond.toFixed(0)} a second (ratio ${figures.contractRowsRatio.toFixed(3)}), ${rows.walBytes.toFixed(0)} bytes, ` +
      `PostgreSQL ${rows.postgresUs.toFixed(0)} µs; of a bare insert server ${bare.server.toFixed(0)}, PostgreSQL ${bare.postgres.toFixed(0)}, ` +
      `sender ${bare.client.toFixed(0)} µs; bound of the ratio ${figures.boundToBareInsert.toFixed(3)}`,
  );
  const told = ({ server, postgres, client }: Figures['bareCpuUs']): string =>
    `server ${server.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)}, sender ${client.toFixed(0)} µs`;
  console.log(
    `bare inserts that say as much   ratio ${figures.boundHttpInsert.toFixed(3)} (${told(figures.toldCpuUs)}), ` +
      `of hits ${figures.boundHttpInsertHits.toFixed(3)} (${told(figures.toldHitsCpuUs)})`,
  );
  const { main, threads, postgres, client } = figures.cpuUs;
  console.log(
    `microseconds of the processor a payment: main thread ${main.toFixed(0)}, other threads ${threads.toFixed(0)}, ` +
      `PostgreSQL ${postgres.toFixed(0)} (sender ${client.toFixed(0)})`,
  );
  for (const { layer, us } of figures.layers) if (us >= 5) console.log(`${us.toFixed(0).padStart(8)}  ${layer}`);
  reportCosts(figures.costs);
  if (options.json === null) return;
  writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...options, ...figures }, null, 2)}\n`);
}
