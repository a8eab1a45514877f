import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { pickSkewed, seededRandom } from '../random.js';

const spanMs = 90 * 86_400_000;
const end = Date.parse('2026-01-15T12:00:00Z');
/** The share of payments that arrive later than others that occurred after them, and the maximum delay. */
const lateShare = 0.01;
const maxLateMs = 3_600_000;

const channels = ['web', 'app', 'pos', 'atm', 'branch', 'phone'];
const methods = ['CARD', 'PIX', 'BANK_TRANSFER', 'WALLET'];
const countries = ['BR', 'US', 'AR', 'MX', 'CO', 'CL', 'PT', 'ES'];
const currencies = ['USD', 'USD', 'USD', 'BRL', 'EUR'];

/** Rates for the whole period. */
export const benchRates = {
  referenceCurrency: 'USD',
  maxAgeDays: 400,
  quotes: [
    { base: 'USD', quote: 'BRL', at: end - 2 * spanMs, rate: '5.40' },
    { base: 'EUR', quote: 'USD', at: end - 2 * spanMs, rate: '1.10' },
  ],
};

/** Generates the JSON of a number of payments of a number of customers over 90 days, in the order of arrival. */
export function* transactionLines(count: number, customers: number, seed: number): Generator<string> {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let index = 0; index < count; index++) {
    const now = end - spanMs + Math.floor((index * spanMs) / count);
    const at = random() < lateShare ? now - below(maxLateMs) : now;
    const label = random() < 0.002 ? 'fraud' : random() < 0.01 ? 'cleared' : null;
    const context = {
      id: `t-${String(index)}`,
      type: 'PAYMENT',
      status: below(10) === 0 ? 'DECLINED' : 'SENT',
      paymentMethod: pickSkewed(methods, random),
      channel: pickSkewed(channels, random),
      amount: (below(1_000_000) / 100).toFixed(2),
      currency: pickSkewed(currencies, random),
      transactedAt: new Date(at).toISOString(),
      originEntityId: `e-${String(below(customers))}`,
      destinationEntityId: `e-${String(below(customers))}`,
      originEntity: { type: 'person', countryCode: pickSkewed(countries, random), riskScore: below(100) },
      deviceDetails: { deviceId: `d-${String(below(customers * 2))}`, isVpn: below(50) === 0 },
    };
    yield JSON.stringify(label === null ? context : { context, label });
  }
}

/** Writes lines to a file. */
export async function writeTransactions(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < 1 << 18) continue;
    if (!file.write(chunk)) await once(file, 'drain');
    chunk = '';
  }
  file.end(chunk);
  await finished(file);
}
