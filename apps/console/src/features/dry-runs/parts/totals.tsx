import { useFormats, useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import classes from '../dry-runs.module.css';
import type { Figures } from '../model/figures.js';

/** Shows the effects on alert analysts, and on amounts. */
export function Totals({ figures }: { readonly figures: Figures }) {
  const text = useText().dryRuns;
  const formats = useFormats();
  const { alerts, labels, unknown, amounts, hasBaseline } = figures;
  const both = (before: number | null | undefined, after: number): string =>
    hasBaseline && before != null ? `${formats.number(before)} → ${formats.number(after)}` : formats.number(after);
  const money = (sums: Readonly<Record<string, string>>): string =>
    Object.entries(sums)
      .map(([currency, sum]) => formats.money(sum, currency))
      .join(', ') || text.nothing;
  const { baseline, candidate } = labels;
  const isLabelled = candidate.fraud + candidate.falseAlarms > 0;
  const rows: readonly (readonly [string, string])[] = [
    [text.alertsPerDay, both(alerts.perDay.baseline, alerts.perDay.candidate)],
    [text.hoursPerDay, both(alerts.analystHoursPerDay.baseline, alerts.analystHoursPerDay.candidate)],
    [text.unknown, both(unknown.baseline, unknown.candidate)],
    ...(isLabelled
      ? ([
          [text.caught(formats.number(candidate.fraud)), both(baseline?.caught, candidate.caught)],
          [text.falseAlarms, both(baseline?.falseAlarms, candidate.falseAlarms)],
        ] as const)
      : []),
    ...(hasBaseline
      ? ([
          [text.moneyGained, money(amounts.gained)],
          [text.moneyLost, money(amounts.lost)],
        ] as const)
      : []),
  ];
  return (
    <section className={screen['panel']} aria-label={text.totals}>
      <h2>{text.totals}</h2>
      <dl className={classes['totals']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isLabelled && <p className={screen['soft']}>{text.noLabels}</p>}
    </section>
  );
}
