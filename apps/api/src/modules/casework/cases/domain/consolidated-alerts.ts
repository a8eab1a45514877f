import { severities, type StoredAlert } from '../../alerts/index.js';

type SortKey = 'createdAt' | 'severity' | 'riskContribution';

const sortValues: Readonly<Record<SortKey, (alert: StoredAlert) => number>> = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  severity: ({ severity }) => severities.indexOf(severity),
  riskContribution: ({ riskContribution }) => riskContribution ?? -Infinity,
};

const compareDescending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);

/** Returns the alerts of a case in short form, highest first; equal ones stay in the given order. */
export const consolidateAlerts = (alerts: readonly StoredAlert[], category: string | undefined, order: SortKey) =>
  alerts
    .filter((alert) => category === undefined || alert.category === category)
    .sort((a, b) => compareDescending(sortValues[order](a), sortValues[order](b)))
    .map(({ id, name, severity, riskContribution, consolidatedAt }) => ({
      id,
      name,
      severity,
      riskContribution,
      consolidatedAt: consolidatedAt!,
    }));

/** Summarizes all alerts of a case. */
export const summarizeAlerts = (alerts: readonly StoredAlert[]) => ({
  totalAlerts: alerts.length,
  categories: [...new Set(alerts.flatMap(({ category }) => category ?? []))].sort(),
  highlightedAlerts: alerts.filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL').length,
});
