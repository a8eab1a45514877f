import { errorCode, type ApiClient } from './api-client.js';
import type { SampleTransaction } from './sample.js';

/** Number of concurrent requests. */
const concurrency = 16;

/** Decision of the API on one payment. */
export interface DecidedTransaction {
  readonly transaction: SampleTransaction;
  readonly decision: string;
  readonly rulesHit: readonly string[];
  /** `null` if the payment was stored by an earlier start and only read back. */
  readonly latencyMs: number | null;
}

interface Summary {
  readonly rulesHit: readonly { readonly ruleKey: string }[];
}
interface Created {
  readonly transaction: { readonly decision: string | null };
  readonly rulesExecutionSummary?: Summary;
}
interface Stored {
  readonly transaction: { readonly decision: string | null };
  readonly persisted: { readonly rulesExecutionSummary?: Summary };
}

/**
 * Sends the payments. Those of one customer are sent strictly one after the other, because rules count earlier ones. A payment that was
 * stored by an earlier, interrupted start is rejected as a duplicate, and its stored decision is read instead.
 */
export async function sendTransactions(
  api: ApiClient,
  payments: readonly SampleTransaction[],
  onDecided: (decided: DecidedTransaction) => void,
  isStopped: () => boolean,
): Promise<void> {
  const customers = [...new Set(payments.map((payment) => payment.customer_id))];
  const laneOf = new Map(customers.map((customer, index) => [customer, index % concurrency]));
  const queues = Array.from({ length: concurrency }, (): SampleTransaction[] => []);
  for (const payment of payments) queues[laneOf.get(payment.customer_id) ?? 0]?.push(payment);
  await Promise.all(
    queues.map(async (queue) => {
      for (const payment of queue) {
        if (isStopped()) return;
        onDecided(await requestDecision(api, payment));
      }
    }),
  );
}

async function requestDecision(api: ApiClient, payment: SampleTransaction): Promise<DecidedTransaction> {
  const started = performance.now();
  const answer = await api.request<Created>('POST', '/transactions?summary=hits', body(payment));
  const latencyMs = performance.now() - started;
  if (answer.status === 201)
    return toDecision(payment, answer.body.transaction.decision, answer.body.rulesExecutionSummary, latencyMs);
  if (errorCode(answer.body as object) !== 'DUPLICATE_EXTERNAL_ID') {
    throw new Error(`payment ${payment.external_id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  const path = `/transactions/external/${encodeURIComponent(payment.external_id)}?includeRulesSummary=full`;
  const stored = await api.requestOk<Stored>('GET', path);
  return toDecision(payment, stored.transaction.decision, stored.persisted.rulesExecutionSummary, null);
}

const toDecision = (
  payment: SampleTransaction,
  decision: string | null,
  summary: Summary | undefined,
  latencyMs: number | null,
): DecidedTransaction => ({
  transaction: payment,
  decision: decision ?? 'none',
  rulesHit: summary?.rulesHit.map((rule) => rule.ruleKey) ?? [],
  latencyMs,
});

/** The amount is inserted into the text digit by digit, as a client that handles money exactly would send it. */
function body(payment: SampleTransaction): string {
  const rest = {
    externalId: payment.external_id,
    type: 'PAYMENT',
    paymentMethod: 'CARD',
    currency: payment.currency,
    category: payment.category,
    channel: payment.category.endsWith('_net') ? 'online' : 'pos',
    originExternalId: payment.customer_id,
    destinationName: payment.merchant,
    transactedAt: payment.transacted_at,
    locationDetails: { latitude: Number(payment.merch_lat), longitude: Number(payment.merch_long) },
  };
  return `{"amount":${payment.amount},${JSON.stringify(rest).slice(1)}`;
}
