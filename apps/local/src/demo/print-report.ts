import Table from 'cli-table3';
import type { DemoReport, DetectionFigures } from './report.js';

const whole = (value: number): string => value.toLocaleString('en-US');
const ratio = (part: number, all: number): string => (all === 0 ? '–' : (part / all).toFixed(2));

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const made = new Table({
    head: [...head],
    colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) made.push([...row]);
  return made.toString();
};

/** Formats the result of the demo as text: decisions, detection compared to the labels, hits by rule, speed. */
export function printReport(report: DemoReport): string {
  const decisions = Object.entries(report.decisions).map(([name, { payments, fraud }]) => [
    name,
    whole(payments),
    whole(fraud),
  ]);
  const detection = ([label, part]: readonly [string, DetectionFigures]): string[] => [
    label,
    whole(part.payments),
    whole(part.fraud),
    whole(part.caught),
    whole(part.falseAlarms),
    ratio(part.caught, part.caught + part.falseAlarms),
    ratio(part.caught, part.fraud),
  ];
  const parts = [
    ['first 70 % of the time', report.train],
    ['last 30 % of the time', report.test],
    ['all payments', report.whole],
  ] as const;
  const rules = report.byRule.map(({ key, hits, fraud, shadow }) => [
    shadow ? `${key} (shadow)` : key,
    whole(hits),
    whole(fraud),
  ]);
  const lines = [
    table(
      ['decision', 'payments', 'of them fraud'],
      [...decisions, ['total', whole(report.payments), whole(report.whole.fraud)]],
    ),
    table(
      ['against the labels', 'payments', 'fraud', 'caught', 'false alarms', 'precision', 'recall'],
      parts.map(detection),
    ),
    table(['rule', 'hits', 'of them fraud'], rules),
  ];
  if (report.speed) {
    const { sent, perSecond, p50Ms, p95Ms, p99Ms } = report.speed;
    const latency = `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
    lines.push(`${whole(sent)} payments sent, ${whole(Math.round(perSecond))} per second; ${latency}`);
  }
  return lines.join('\n');
}
