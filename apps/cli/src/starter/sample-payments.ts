import { seededRandom } from '@tamis/stdx';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Midnight of the first of the thirty days. */
const start = Date.parse('2026-01-01T00:00:00Z');
const days = 30;

const countries = ['BR', 'BR', 'BR', 'AR', 'MX', 'CO', 'US', 'PT'];
const currencies: Readonly<Record<string, string>> = { BR: 'BRL', PT: 'EUR' };
/** One payment in so many is in a currency for which the project has no rate. */
const withoutRate = 400;
const methods = ['CARD', 'CARD', 'CARD', 'PIX', 'BANK_TRANSFER', 'WALLET'];
const channels = ['app', 'app', 'web', 'pos'];
const firstNames = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Felipe', 'Gabriela', 'Hugo', 'Irene', 'João'];
const lastNames = ['Alves', 'Castro', 'Duarte', 'Flores', 'Gómez', 'Lima', 'Martins', 'Prado', 'Rojas', 'Souza'];

type Label = 'fraud' | 'cleared' | null;

interface Payment {
  readonly at: number;
  readonly customer: number;
  /** In US dollars. */
  readonly dollars: number;
  readonly label: Label;
}

/** Lists, rates and reference data the sample is replayed with. */
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

class Sample {
  private readonly random: () => number;
  private readonly payments: Payment[] = [];

  constructor(
    private readonly count: number,
    private readonly customers: number,
    seed: number,
  ) {
    this.random = seededRandom(seed);
  }

  /** In the order of time, which is that of arrival. */
  all(): readonly Payment[] {
    for (let group = 0; group < this.count / 400; group++) {
      this.burst();
      this.split();
      this.largeInvoice();
    }
    while (this.payments.length < this.count) this.ordinary();
    return this.payments.slice(0, this.count).sort((a, b) => a.at - b.at || a.customer - b.customer);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private add(at: number, customer: number, dollars: number, label: Label): void {
    this.payments.push({ at: Math.floor(at), customer, dollars, label });
  }

  private someTime(): number {
    // Fewer in the night.
    const hour = 7 + Math.min(16.9, this.random() * 12 + this.random() * 6);
    return start + this.below(days) * dayMs + hour * hourMs;
  }

  private ordinary(): void {
    const dollars = Math.exp(2.5 + 3 * this.random() + 1.5 * this.random());
    const label = this.below(120) === 0 ? 'cleared' : null;
    this.add(this.someTime(), this.below(this.customers), dollars, label);
  }

  /** An account in other hands: three to eight payments within forty minutes. Some were a family on holiday. */
  private burst(): void {
    const [at, customer, label] = [this.someTime(), this.below(this.customers), this.below(5) === 0] as const;
    const pieces = 3 + this.below(6);
    for (let piece = 0; piece < pieces; piece++)
      this.add(at + (piece * 40 * minuteMs) / pieces, customer, 60 + this.below(500), label ? 'cleared' : 'fraud');
  }

  /** A sum cut into pieces just below ten thousand dollars. */
  private split(): void {
    const [at, customer] = [Math.min(this.someTime(), start + 23 * dayMs), this.below(this.customers)];
    const pieces = 3 + this.below(3);
    for (let piece = 0; piece < pieces; piece++)
      this.add(at + piece * (22 + this.below(8)) * hourMs, customer, 8_100 + this.below(1_800), 'fraud');
  }

  /** A large payment somebody looked into: mostly an invoice. */
  private largeInvoice(): void {
    this.add(
      this.someTime(),
      this.below(this.customers),
      6_000 + this.below(25_000),
      this.below(6) === 0 ? 'fraud' : 'cleared',
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
 * Synthetic payments of thirty days, one JSON document per line, in the order of arrival: mostly ordinary ones, and in between
 * bursts, sums split into pieces and large invoices, labelled as an analyst would have. Nobody in them is real. The same seed
 * gives the same bytes.
 */
export function samplePayments(count: number, seed: number): string {
  const customers = Math.max(1, Math.floor(count / 25));
  const sample = new Sample(count, customers, seed);
  const lines = sample.all().map(({ at, customer, dollars, label }, index) => {
    const country = countries[customer % countries.length] as string;
    const currency = sample.below(withoutRate) === 0 ? 'JPY' : (currencies[country] ?? 'USD');
    const context = {
      id: id('payment', index + 1),
      type: 'PAYMENT',
      status: sample.below(25) === 0 ? 'DECLINED' : 'SENT',
      paymentMethod: methods[sample.below(methods.length)],
      channel: channels[sample.below(channels.length)],
      amount: (dollars * (perDollar[currency] as number)).toFixed(2),
      currency,
      transactedAt: new Date(at).toISOString(),
      originEntityId: id('customer', customer),
      destinationEntityId: id('shop', sample.below(120)),
      originEntity: customerOf(customer),
      deviceDetails: { deviceId: id('device', customer * 2 + sample.below(2)), isVpn: sample.below(60) === 0 },
    };
    return JSON.stringify(label === null ? context : { context, label });
  });
  return `${lines.join('\n')}\n`;
}
