import { seededRandom } from '@tamis/stdx';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Midnight of the first of the thirty days. */
const start = Date.parse('2026-01-01T00:00:00Z');
const days = 30;

const countries = ['BR', 'BR', 'BR', 'AR', 'MX', 'CO', 'US', 'PT'];
const currencies: Readonly<Record<string, string>> = { BR: 'BRL', PT: 'EUR' };
/** One payment in this many is in a currency for which the project has no rate. */
const withoutRate = 400;
const methods = ['CARD', 'CARD', 'CARD', 'PIX', 'BANK_TRANSFER', 'WALLET'];
const channels = ['app', 'app', 'web', 'pos'];
const firstNames = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Felipe', 'Gabriela', 'Hugo', 'Irene', 'João'];
const lastNames = ['Alves', 'Castro', 'Duarte', 'Flores', 'Gómez', 'Lima', 'Martins', 'Prado', 'Rojas', 'Souza'];

type Label = 'fraud' | 'cleared' | null;

interface SampleTransaction {
  readonly at: number;
  readonly customer: number;
  /** The amount in US dollars. */
  readonly dollars: number;
  readonly label: Label;
}

/** The lists, rates and reference data with which the sample is replayed. */
export const sampleTables = {
  rates: {
    referenceCurrency: 'USD',
    maxAgeDays: 60,
    quotes: [
      { base: 'USD', quote: 'BRL', at: start - dayMs, rate: '5.00' },
      { base: 'EUR', quote: 'USD', at: start - dayMs, rate: '1.10' },
    ],
  },
};

const perDollar: Readonly<Record<string, number>> = { USD: 1, BRL: 5, EUR: 1 / 1.1, JPY: 150 };

class SampleGenerator {
  private readonly random: () => number;
  private readonly transactions: SampleTransaction[] = [];

  constructor(
    private readonly count: number,
    private readonly customers: number,
    seed: number,
  ) {
    this.random = seededRandom(seed);
  }

  /** Returns payments in chronological order, which is also their order of arrival. */
  generate(): readonly SampleTransaction[] {
    for (let group = 0; group < this.count / 400; group++) {
      this.addBurst();
      this.addStructuring();
      this.addLargeInvoice();
    }
    while (this.transactions.length < this.count) this.addOrdinary();
    return this.transactions.slice(0, this.count).sort((a, b) => a.at - b.at || a.customer - b.customer);
  }

  randomBelow(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private add(at: number, customer: number, dollars: number, label: Label): void {
    this.transactions.push({ at: Math.floor(at), customer, dollars, label });
  }

  private randomTime(): number {
    // There are fewer payments at night.
    const hour = 7 + Math.min(16.9, this.random() * 12 + this.random() * 6);
    return start + this.randomBelow(days) * dayMs + hour * hourMs;
  }

  private addOrdinary(): void {
    const dollars = Math.exp(2.5 + 3 * this.random() + 1.5 * this.random());
    const label = this.randomBelow(120) === 0 ? 'cleared' : null;
    this.add(this.randomTime(), this.randomBelow(this.customers), dollars, label);
  }

  /** Adds payments of a stolen account: three to eight within forty minutes. Some turn out to be a family on holiday. */
  private addBurst(): void {
    const [at, customer, label] = [
      this.randomTime(),
      this.randomBelow(this.customers),
      this.randomBelow(5) === 0,
    ] as const;
    const pieces = 3 + this.randomBelow(6);
    for (let piece = 0; piece < pieces; piece++)
      this.add(
        at + (piece * 40 * minuteMs) / pieces,
        customer,
        60 + this.randomBelow(500),
        label ? 'cleared' : 'fraud',
      );
  }

  /** Adds an amount that is split into parts just below ten thousand dollars. */
  private addStructuring(): void {
    const [at, customer] = [Math.min(this.randomTime(), start + 23 * dayMs), this.randomBelow(this.customers)];
    const pieces = 3 + this.randomBelow(3);
    for (let piece = 0; piece < pieces; piece++)
      this.add(at + piece * (22 + this.randomBelow(8)) * hourMs, customer, 8_100 + this.randomBelow(1_800), 'fraud');
  }

  /** Adds a large payment that was investigated, usually an invoice. */
  private addLargeInvoice(): void {
    this.add(
      this.randomTime(),
      this.randomBelow(this.customers),
      6_000 + this.randomBelow(25_000),
      this.randomBelow(6) === 0 ? 'fraud' : 'cleared',
    );
  }
}

const id = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(5, '0')}`;

function customerOf(customer: number): object {
  const first = firstNames[customer % firstNames.length] as string;
  const last = lastNames[Math.floor(customer / firstNames.length) % lastNames.length] as string;
  return {
    id: id('customer', customer),
    type: 'person',
    name: `${first} ${last}`,
    countryCode: countries[customer % countries.length],
    status: 'active',
    registrationDate: new Date(start - (1 + ((customer * 37) % 900)) * dayMs).toISOString(),
  };
}

/**
 * Returns synthetic payments of thirty days, one JSON document per line, in the order of arrival: mostly ordinary ones, with some bursts,
 * split amounts and large invoices, labelled as an analyst would do. They contain no real people. The same seed produces the same bytes.
 */
export function sampleTransactions(count: number, seed: number): string {
  const customers = Math.max(1, Math.floor(count / 25));
  const sample = new SampleGenerator(count, customers, seed);
  const lines = sample.generate().map(({ at, customer, dollars, label }, index) => {
    const country = countries[customer % countries.length] as string;
    const currency = sample.randomBelow(withoutRate) === 0 ? 'JPY' : (currencies[country] ?? 'USD');
    const context = {
      id: id('payment', index + 1),
      type: 'PAYMENT',
      status: sample.randomBelow(25) === 0 ? 'DECLINED' : 'SENT',
      paymentMethod: methods[sample.randomBelow(methods.length)],
      channel: channels[sample.randomBelow(channels.length)],
      amount: (dollars * (perDollar[currency] as number)).toFixed(2),
      currency,
      transactedAt: new Date(at).toISOString(),
      originEntityId: id('customer', customer),
      destinationEntityId: id('shop', sample.randomBelow(120)),
      originEntity: customerOf(customer),
      deviceDetails: {
        deviceId: id('device', customer * 2 + sample.randomBelow(2)),
        isVpn: sample.randomBelow(60) === 0,
      },
    };
    return JSON.stringify(label === null ? context : { context, label });
  });
  return `${lines.join('\n')}\n`;
}
