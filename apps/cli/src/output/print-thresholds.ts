import { csvText } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { grouped } from './grouped.js';
import { listsText, scoreText } from './print-screening.js';
import { rightAligned } from './right-aligned.js';
import type { ReadLists, ScreenedRow } from './screened-names.js';

/** Number of alerts and matches at a threshold. */
export interface ThresholdAlerts {
  readonly threshold: number;
  /** Names with at least one match. Each is an alert. */
  readonly alerts: number;
  readonly matches: number;
}

const whole = 10_000;

/** Counts from the matches at a lower threshold, since a score does not depend on the threshold. */
export function countAlerts(parties: readonly ScreenedRow[], threshold: number): ThresholdAlerts {
  const counts = parties.map(({ matches }) => matches.filter(({ score }) => score >= threshold).length);
  return {
    threshold: threshold / whole,
    alerts: counts.filter((count) => count > 0).length,
    matches: counts.reduce((sum, count) => sum + count, 0),
  };
}

export function printThresholds(
  thresholds: readonly ThresholdAlerts[],
  names: number,
  loaded: ReadLists,
  io: CliIo,
): void {
  const percent = (alerts: number): string => `${((100 * alerts) / Math.max(1, names)).toFixed(2)} %`;
  io.out(`${grouped(names)} names against ${listsText(loaded)}\n`);
  io.out(
    rightAligned([
      ['threshold', 'alerts', 'of all', 'matches'],
      ...thresholds.map(({ threshold, alerts, matches }) => [
        scoreText(threshold * whole),
        grouped(alerts),
        percent(alerts),
        grouped(matches),
      ]),
    ]),
  );
}

/** Returns the same as CSV for spreadsheets. */
export const thresholdsCsv = (thresholds: readonly ThresholdAlerts[]): string =>
  csvText(
    ['threshold', 'alerts', 'matches'],
    thresholds.map(({ threshold, alerts, matches }) => [threshold, alerts, matches]),
  );
