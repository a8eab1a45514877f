import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { Badge } from '../../../ui/index.js';
import classes from '../health.module.css';
import { ruleSigns } from '../model/rule-sign.js';

type Totals = components['schemas']['StatsTotalsDto'];

const microsPerMs = 1_000;

/** Totals of the rule over the whole period. */
export function Figures({ totals }: { readonly totals: Totals }) {
  const text = useAdminText().ruleHealth;
  const formats = useFormats();
  const count = (of: number, share: number | null): string =>
    share === null ? formats.number(of) : text.counted(formats.number(of), formats.share(share));
  const ms = (micros: number): string => formats.number(Math.round(micros / 10) / (microsPerMs / 10));
  const { p50Micros, p99Micros, latencyShare, precision } = totals;
  return (
    <section className={screen['panel']} aria-label={text.figures} data-figures>
      <h2>{text.figures}</h2>
      <Facts
        facts={[
          [text.executions, formats.number(totals.executions)],
          [text.columns.hits, count(totals.hits, totals.hitRate)],
          [text.unknowns, count(totals.unknowns, totals.unknownRate)],
          [text.rejects, formats.number(totals.rejects)],
          [text.alerts, formats.number(totals.alerts)],
          [text.suppressed, formats.number(totals.suppressed)],
          [text.skipped, totals.skipped > 0 && formats.number(totals.skipped)],
          [text.confirmed, formats.number(totals.confirmed)],
          [text.falsePositives, formats.number(totals.falsePositives)],
          [text.precision, precision === null ? text.noPrecision : formats.share(precision)],
          [text.latencyShare, latencyShare === null ? null : formats.share(latencyShare)],
          [text.latency, p50Micros === null || p99Micros === null ? null : text.micros(ms(p50Micros), ms(p99Micros))],
        ]}
      />
    </section>
  );
}

/** Other rules that hit in the same evaluations. */
export function Overlap({ rows }: { readonly rows: readonly components['schemas']['RuleOverlapDto'][] }) {
  const text = useAdminText().ruleHealth;
  const { rules } = useText();
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <section className={screen['panel']} aria-label={text.overlap}>
      <h2>{text.overlap}</h2>
      {rows.length === 0 && <p className={screen['soft']}>{text.noOverlap}</p>}
      {rows.length > 0 && (
        <>
          <p className={screen['soft']}>{text.overlapTells}</p>
          <div className={classes['scroll']} tabIndex={0} role="group" aria-label={text.overlap}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{rules.columns.rule}</th>
                  <th scope="col" className={screen['number']}>
                    {text.together}
                  </th>
                  <th scope="col" className={screen['number']}>
                    {text.shared}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ ruleId, key, bothHit, jaccard }) => (
                  <tr key={ruleId} data-overlap={key}>
                    <td className={classes['breaks']}>
                      <Link to="/$organizationId/rules/$ruleId/health" params={{ organizationId, ruleId }}>
                        {key}
                      </Link>
                    </td>
                    <td className={screen['number']}>{formats.number(bothHit)}</td>
                    <td className={screen['number']}>{formats.share(jaccard)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

/** Versions of the period, newest first. */
export function Edits({ changes }: { readonly changes: readonly components['schemas']['RuleChangeDto'][] }) {
  const text = useAdminText().ruleHealth;
  const { rules, editor } = useText();
  return (
    <section className={screen['panel']} aria-label={text.edits}>
      <h2>{text.edits}</h2>
      {changes.length === 0 && <p className={screen['soft']}>{text.noEdits}</p>}
      <ul className={screen['entries']}>
        {changes.map(({ at, version, status, words }) => (
          <li key={version} data-edit={version}>
            {editor.version(version)} <Badge {...ruleSigns[status]}>{rules.statuses[status]}</Badge>{' '}
            <time dateTime={at} className={screen['soft']}>
              <Time at={at} />
            </time>
            {words.length > 0 && <p lang="en">{words.join('; ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
