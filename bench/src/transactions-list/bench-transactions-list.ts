import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import { withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { accountNumber, type StoredTransactions, storeTransactions } from './store-transactions.js';

export interface TransactionsListBenchOptions {
  readonly payments: number;
  /** Requests to each list. */
  readonly requests: number;
  readonly json: string | null;
}

/** The request of the console for a page. */
const first = '/transactions?limit=50';

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** Returns all filters of the console, the orders, and rarely found values as well as frequent ones. */
const filtersOf = ({ entityId, rareRuleId, commonRuleId }: StoredTransactions): Readonly<Record<string, string>> => ({
  firstPage: '',
  type: 'type=REFUND',
  status: 'status=DECLINED',
  paymentMethod: 'paymentMethod=PIX',
  'paymentMethod, none': 'paymentMethod=SWIFT',
  currency: 'currency=BRL',
  channel: 'channel=web',
  'channel, none': 'channel=nowhere',
  reason: 'reason=WITHOUT_REASON',
  decision: 'decision=REJECT',
  externalId: 'externalId=p777',
  entityId: `entityId=${entityId}`,
  originEntityId: `originEntityId=${entityId}`,
  destinationEntityId: `destinationEntityId=${entityId}`,
  amounts: 'amountMin=19990&amountMax=19999',
  riskScoreMin: 'riskScoreMin=100',
  flagged: 'flagged=true',
  'search, every payment': 'search=house',
  'search, none': 'search=nowhere',
  'a day': `transactedFrom=${daysAgo(31)}&transactedTo=${daysAgo(30)}`,
  '30 days': `transactedFrom=${daysAgo(30)}`,
  deviceId: 'deviceId=device-0',
  ipAddress: 'ipAddress=203.0.0.0',
  accountNumber: `accountNumber=${encodeURIComponent(accountNumber)}`,
  cardFingerprint: 'cardFingerprint=card-0',
  'ruleId, 1 of 1000': `ruleId=${rareRuleId}`,
  'ruleId hit, 1 of 1000': `ruleId=${rareRuleId}&outcome=hit`,
  'ruleId hit, 1 of 3': `ruleId=${commonRuleId}&outcome=hit`,
  'ruleId no_hit': `ruleId=${commonRuleId}&outcome=no_hit`,
  'ruleId unknown, none': `ruleId=${commonRuleId}&outcome=unknown`,
  'outcome hit': 'outcome=hit',
  'by amount': 'sortBy=amount',
  'by risk score': 'sortBy=riskScore',
  'by arrival': 'sortBy=createdAt',
});

/** The number of pages that are read by cursor. */
const pages = 100;

async function deepPage(client: ApiClient): Promise<string> {
  const path = '/transactions?limit=100';
  let cursor = '';
  for (let page = 1; page < pages; page += 1) {
    const [answer] = await client.sendAll([{ method: 'GET', path: path + cursor }], 1, 200);
    const { pagination } = JSON.parse(answer!.text) as { readonly pagination: { readonly nextCursor: string | null } };
    if (pagination.nextCursor === null) break;
    cursor = `&cursor=${pagination.nextCursor}`;
  }
  return path + cursor;
}

/** Measures the list of payments of an organization with many of them, on the server. The baseline is a response that reads nothing. */
export async function benchTransactionsList({ payments, requests, json }: TransactionsListBenchOptions): Promise<void> {
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB' };
  const environment = { TAMIS_MASTER_KEY: randomBytes(32).toString('base64') };
  await withApiServer(
    { name: 'transactions-list', settings, environment },
    async ({ pool, organizationId, key, start }) => {
      const { port } = await start();
      const client = new ApiClient(port, key);
      const stored = await storeTransactions(pool, client, organizationId, payments);
      const load = loadavg()[0]!;
      const asked = Object.entries(filtersOf(stored)).map(([name, query]) => [name, `${first}&${query}`] as const);
      const paths = [['nothing', '/auth/test'], ...asked, [`page ${pages} of 100`, await deepPage(client)]] as const;
      const figures: Record<string, number> = {};
      for (const [name, path] of paths) {
        await client.sendAll(
          Array.from({ length: 3 }, () => ({ method: 'GET' as const, path })),
          1,
          200,
        );
        const answers = await client.sendAll(Array.from({ length: requests }, () => ({ method: 'GET' as const, path })), 1, 200); // prettier-ignore
        const times = answers.map(({ ms }) => ms);
        figures[`${name}, p50 ms`] = quantile(times, 0.5);
        figures[`${name}, p95 ms`] = quantile(times, 0.95);
      }
      client.close();
      console.log(machineLine(load));
      console.log(`${payments} payments, each with its run; ${requests} requests of each, one after the other:`);
      for (const [name] of paths) {
        const [p50, p95] = ['p50', 'p95'].map((share) => figures[`${name}, ${share} ms`]!.toFixed(1).padStart(8));
        console.log(`${name.padEnd(28)}p50${p50} ms   p95${p95} ms`);
      }
      if (json !== null)
        writeFileSync(json, `${JSON.stringify({ machine: machine(), load, payments, requests, ...figures })}\n`);
    },
  );
}
