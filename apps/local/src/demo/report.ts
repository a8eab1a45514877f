import type { DecidedTransaction } from './send-transactions.js';

/** How well the decisions match the labels of one part of the sample. */
export interface DetectionFigures {
  readonly payments: number;
  readonly fraud: number;
  /** Fraudulent payments that were not simply approved. */
  readonly caught: number;
  /** Legitimate payments that were not simply approved. */
  readonly falseAlarms: number;
}

/** Everything shown in the table. Stored in a file, so that a later start can show it again. */
export interface DemoReport {
  readonly loadedAt: string;
  readonly payments: number;
  readonly byRule: readonly {
    readonly key: string;
    readonly hits: number;
    readonly fraud: number;
    readonly shadow: boolean;
  }[];
  readonly decisions: Readonly<Record<string, { readonly payments: number; readonly fraud: number }>>;
  readonly train: DetectionFigures;
  readonly test: DetectionFigures;
  readonly whole: DetectionFigures;
  /** For the payments sent by this start. `null` if all had been stored before. */
  readonly speed: {
    readonly sent: number;
    readonly perSecond: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly p99Ms: number;
  } | null;
}

const decisionOrder = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'];

export function makeReport(
  decided: readonly DecidedTransaction[],
  rules: readonly { readonly key: string; readonly shadow: boolean }[],
  splitAt: number,
  seconds: number,
): DemoReport {
  const isFraud = ({ transaction: payment }: DecidedTransaction): boolean => payment.is_fraud === '1';
  const isTrain = ({ transaction: payment }: DecidedTransaction): boolean =>
    Date.parse(payment.transacted_at) < splitAt;
  const decisions = [...new Set([...decisionOrder, ...decided.map((one) => one.decision)])].map((decision) => {
    const those = decided.filter((one) => one.decision === decision);
    return [decision, { payments: those.length, fraud: those.filter(isFraud).length }] as const;
  });
  return {
    loadedAt: new Date().toISOString(),
    payments: decided.length,
    byRule: rules.map(({ key, shadow }) => {
      const hits = decided.filter((one) => one.rulesHit.includes(key));
      return { key, shadow, hits: hits.length, fraud: hits.filter(isFraud).length };
    }),
    decisions: Object.fromEntries(decisions),
    train: detection(decided.filter(isTrain)),
    test: detection(decided.filter((one) => !isTrain(one))),
    whole: detection(decided),
    speed: speed(decided, seconds),
  };
}

function detection(decided: readonly DecidedTransaction[]): DetectionFigures {
  const count = (fraud: '0' | '1', alarmed: boolean): number =>
    decided.filter((one) => one.transaction.is_fraud === fraud && (one.decision !== 'APPROVE') === alarmed).length;
  const caught = count('1', true);
  return { payments: decided.length, fraud: caught + count('1', false), caught, falseAlarms: count('0', true) };
}

function speed(decided: readonly DecidedTransaction[], seconds: number): DemoReport['speed'] {
  const latencies = decided.flatMap((one) => (one.latencyMs === null ? [] : [one.latencyMs])).sort((a, b) => a - b);
  if (latencies.length === 0) return null;
  return {
    sent: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: nearestRank(latencies, 0.5),
    p95Ms: nearestRank(latencies, 0.95),
    p99Ms: nearestRank(latencies, 0.99),
  };
}

/** Returns the ⌈p·n⌉-th smallest of values in ascending order. */
export function nearestRank(sorted: readonly number[], p: number): number {
  return sorted[Math.max(Math.ceil(p * sorted.length), 1) - 1] ?? Number.NaN;
}
