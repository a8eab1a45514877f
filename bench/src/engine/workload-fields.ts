/** One field of the generated contexts: its path in JSON, its notation in Tamis, and its values. */
export type WorkloadField = { readonly json: readonly string[]; readonly text: string } & (
  | { readonly kind: 'number'; readonly low: number; readonly high: number; readonly money?: boolean }
  | { readonly kind: 'text'; readonly values: readonly string[] }
  | { readonly kind: 'bool'; readonly share: number }
);

const series = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

const text = (json: string, written: string, values: readonly string[]): WorkloadField => ({
  json: json.split('.'),
  text: written,
  kind: 'text',
  values,
});
const number = (json: string, written: string, low: number, high: number): WorkloadField => ({
  json: json.split('.'),
  text: written,
  kind: 'number',
  low,
  high,
});
const bool = (json: string, written: string, share: number): WorkloadField => ({
  json: json.split('.'),
  text: written,
  kind: 'bool',
  share,
});

const countries = ['BR', 'AR', 'US', 'MX', 'CL', 'CO', 'PE', 'UY', 'ES', 'PT', 'FR', 'DE', 'GB', 'NG', 'CN', 'IN'];
const types = ['PAYMENT', 'TRANSFER', 'WITHDRAWAL', 'DEPOSIT', 'REFUND', 'FEE', 'OTHER'];
const methods = ['CARD', 'PIX', 'WALLET', 'SWIFT', 'CRYPTO', 'CASH', 'WIRE', 'ACH'];

/** 46 fields, as many as a payment with two parties, a device and some caller data contains. */
export const workloadFields: readonly WorkloadField[] = [
  { json: ['amount'], text: 'transaction.amount', kind: 'number', low: 1, high: 20_000, money: true },
  text('type', 'transaction.type', types),
  text('paymentMethod', 'transaction.paymentMethod', methods),
  text('channel', 'transaction.channel', ['web', 'mobile', 'branch', 'atm', 'api']),
  text('category', 'transaction.category', series('category-', 24)),
  text('description', 'transaction.description', series('invoice ', 200)),
  text('deviceDetails.deviceId', 'transaction.deviceDetails.deviceId', series('device-', 400)),
  text('deviceDetails.osName', 'transaction.deviceDetails.osName', ['ios', 'android', 'windows', 'macos', 'linux']),
  text('deviceDetails.browser', 'transaction.deviceDetails.browser', ['chrome', 'safari', 'firefox', 'edge']),
  bool('deviceDetails.isVpn', 'transaction.deviceDetails.isVpn', 0.1),
  bool('deviceDetails.isEmulator', 'transaction.deviceDetails.isEmulator', 0.03),
  ...(['origin', 'destination'] as const).flatMap((party) => [
    text(`${party}Entity.countryCode`, `${party}.countryCode`, countries),
    text(`${party}Entity.attributes.segment`, `${party}.attributes.segment`, series('segment-', 12)),
    text(`${party}Entity.attributes.branch`, `${party}.attributes.branch`, series('branch-', 60)),
    text(`${party}Entity.attributes.tier`, `${party}.attributes.tier`, ['basic', 'silver', 'gold', 'black']),
    number(`${party}Entity.attributes.income`, `${party}.attributes.income`, 500, 50_000),
    number(`${party}Entity.attributes.tenureDays`, `${party}.attributes.tenureDays`, 0, 4_000),
    number(`${party}Entity.attributes.disputes`, `${party}.attributes.disputes`, 0, 20),
    bool(`${party}Entity.attributes.verified`, `${party}.attributes.verified`, 0.85),
  ]),
  ...series('score', 8).map((name) => number(`metadata.${name}`, `transaction.metadata.${name}`, 0, 100)),
  ...series('tag', 6).map((name, index) =>
    text(`metadata.${name}`, `transaction.metadata.${name}`, series(`${name}-`, 8 + index * 6)),
  ),
  ...series('flag', 4).map((name, index) =>
    bool(`metadata.${name}`, `transaction.metadata.${name}`, 0.05 + index * 0.1),
  ),
  number('metadata.hourOfDay', 'transaction.metadata.hourOfDay', 0, 24),
];
