import type { SourceResult } from './merge-normalized.js';
import type { Reliability } from './normalized.js';

/** How reliable a merged row is: values from 0 to 1, rounded to hundredths. */
export interface DataQuality {
  readonly overall: number;
  readonly completeness: number;
  readonly confidence: number;
  readonly freshness: number;
  readonly consistency: number;
  /** Reliability of the least reliable source that supplied a field. */
  readonly sourceReliability: Reliability;
  /** When the most recent of these sources was queried, ISO 8601. */
  readonly lastUpdated: string | null;
}

interface Counts {
  readonly winners: readonly SourceResult[];
  readonly provided: number;
  readonly filled: number;
  readonly compared: number;
  readonly agreed: number;
  readonly asOf: string | null;
}

const dayMs = 86_400_000;
const staleDays = 365;
/** Confidences have at most four decimal places. */
const confidenceUnits = 10_000;

const reliabilities = ['community', 'licensed', 'official'] as const;

/** Computes with whole numbers, so that every machine rounds alike. */
export function qualityOf({ winners, provided, filled, compared, agreed, asOf }: Counts): DataQuality {
  const times = winners.map(({ fetchedAt }) => Date.parse(fetchedAt));
  const newest = Math.max(...times);
  const measuredAt = asOf === null ? newest : Date.parse(asOf);
  const daysLeft = times.map((time) => Math.max(0, staleDays - Math.max(0, Math.floor((measuredAt - time) / dayMs))));
  const confidence = winners.map((winner) => Math.round(winner.confidence * confidenceUnits));
  const parts = {
    completeness: hundredths(filled, provided),
    confidence: hundredths(sum(confidence), winners.length * confidenceUnits),
    freshness: hundredths(sum(daysLeft), winners.length * staleDays),
    consistency: compared === 0 ? 100 : hundredths(agreed, compared),
  };
  const told = new Set(winners.map(({ reliability }) => reliability));
  return {
    overall: hundredths(sum(Object.values(parts)), 4 * 100) / 100,
    completeness: parts.completeness / 100,
    confidence: parts.confidence / 100,
    freshness: parts.freshness / 100,
    consistency: parts.consistency / 100,
    sourceReliability: reliabilities.find((reliability) => told.has(reliability)) ?? 'community',
    lastUpdated: winners.length === 0 ? null : new Date(newest).toISOString(),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns a share in hundredths, rounded half to even; 0 if the whole is 0. */
function hundredths(part: number, whole: number): number {
  if (whole === 0) return 0;
  const floor = Math.floor((part * 100) / whole);
  const twice = 2 * (part * 100 - floor * whole);
  return twice > whole || (twice === whole && floor % 2 === 1) ? floor + 1 : floor;
}
