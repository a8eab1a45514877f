import type { DryRunReport, SweepPoint } from '@tamis/dry-run';
import { frontierText, marksOf, monotoneText, suggestionText, type SweepOutcome } from '../print-sweep.js';
import { html, type Html } from './html-text.js';
import { htmlTable } from './html-table.js';
import { reportPage, type Chart } from './report-page.js';
import { reproductionHtml, type Reproduction } from './reproduction.js';

function byValue(
  title: string,
  y: string,
  { param, points }: SweepOutcome,
  series: readonly (readonly [label: string, of: (point: SweepPoint) => number])[],
): Chart {
  return {
    title,
    x: param,
    y,
    labels: points.map(({ value }) => value),
    values: points.map((_, index) => index),
    series: series.map(([label, of]) => ({ label, as: 'line', values: points.map(of) })),
  };
}

/** Plots caught records against false alarms, with the points on the frontier separate from the others. */
function frontierChart({ points, frontier }: SweepOutcome): Chart {
  const sorted = [...points].sort((a, b) => a.falseAlarms - b.falseAlarms || a.positivesCaught - b.positivesCaught);
  const those = (isOn: boolean): readonly (number | null)[] =>
    sorted.map(({ value, positivesCaught }) => (frontier.includes(value) === isOn ? positivesCaught : null));
  return {
    title: 'Frauds caught over false alarms, a point for each value',
    x: 'false alarms',
    y: 'frauds caught',
    labels: null,
    values: sorted.map(({ falseAlarms }) => falseAlarms),
    series: [
      { label: 'on the frontier', as: 'points', values: those(true) },
      { label: 'beaten by another value', as: 'points', values: those(false) },
    ],
  };
}

function pointsTable(swept: SweepOutcome, records: DryRunReport['records']): Html {
  const { param, points, current } = swept;
  return htmlTable({
    caption: `Every value of ${param}`,
    heading: [
      param,
      'hits',
      'caught',
      'false alarms',
      'unknown',
      'alerts a day',
      'hours a day',
      'APPROVE',
      'REVIEW_REQUIRED',
      'HOLD',
      'REJECT',
      '',
    ],
    words: [11],
    chosenRow: points.findIndex(({ value }) => value === current),
    rows: points.map(({ value, decisions, ...point }) => [
      value,
      point.hits,
      point.positivesCaught,
      point.falseAlarms,
      point.unknown,
      point.alertsPerDay,
      point.analystHoursPerDay,
      decisions.APPROVE,
      decisions.REVIEW_REQUIRED,
      decisions.HOLD,
      decisions.REJECT,
      marksOf(swept, records, value),
    ]),
  });
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Renders a page about a sweep. */
export function sweepPage(swept: SweepOutcome, records: DryRunReport['records'], reproduction: Reproduction): string {
  const suggested = suggestionText(swept);
  const { labelled } = records;
  const frontier = labelled.fraud + labelled.cleared === 0 ? [] : [frontierChart(swept)];
  const charts = [
    ...frontier,
    byValue('Frauds caught and false alarms', 'records', swept, [
      ['caught', ({ positivesCaught }) => positivesCaught],
      ['false alarms', ({ falseAlarms }) => falseAlarms],
      ['hits', ({ hits }) => hits],
    ]),
    byValue('Alerts per day, all rules', 'alerts a day', swept, [['alerts a day', ({ alertsPerDay }) => alertsPerDay]]),
  ];
  return reportPage({
    title: `Sweep of ${swept.param}`,
    lead: html`<p class="quiet">
      ${swept.rule ?? 'all rules'}: ${records.replayed} records replayed, ${records.from} to ${records.to};
      ${records.labelled.fraud} known frauds, ${records.labelled.cleared} cleared; now ${swept.current ?? 'not known'}.
    </p>`,
    charts,
    body: (chart) => html`
      <section aria-labelledby="result">
        <h2 id="result">Result</h2>
        <p>${sentence(frontierText(swept, records))}; ${monotoneText(swept)}.</p>
        ${suggested === null ? null : html`<p>${suggested}.</p>`} ${pointsTable(swept, records)}
      </section>
      <section aria-labelledby="charts-of-values">
        <h2 id="charts-of-values">Charts</h2>
        ${charts.map((_, index) => chart(index))}
      </section>
      ${reproductionHtml(reproduction)}
    `,
  });
}
