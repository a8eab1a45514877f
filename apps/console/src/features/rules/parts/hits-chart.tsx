import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { useMay, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import classes from '../health.module.css';
import { besideBand, type Bucket, bucketsOf, type HealthPeriod, placeOf } from '../model/health.js';

type Stats = components['schemas']['RuleStatsDto'];

/** The statistics and their period. */
type AnsweredStats = Stats & { readonly period: HealthPeriod };

const width = 600;
const height = 140;

/** Hits by hour or day within the range expected from a dry run, with the edits of the rule on the same axis. */
export function HitsChart({ health }: { readonly health: AnsweredStats }) {
  const text = useAdminText().ruleHealth;
  const { timezone } = usePlace();
  const { period, expectedBand, series, changes } = health;
  const buckets = bucketsOf(series, period, timezone);
  // The expected range is per day.
  const band = period.granularity === 'day' ? expectedBand : null;
  const edits = changes.map(({ at }) => placeOf(at, buckets, period, timezone)).filter((place) => place >= 0);
  const shown = { buckets, band, edits, period };
  return (
    <section className={`${screen['panel']} ${classes['wide']}`} aria-label={text.hits}>
      <h2>{text.hits}</h2>
      <Bars {...shown} />
      <Legend {...shown} />
      {period.granularity === 'day' && <Expectation {...shown} />}
      <details>
        <summary>{text.asTable}</summary>
        <HitsTable {...shown} />
      </details>
    </section>
  );
}

interface ShownHits {
  readonly buckets: readonly Bucket[];
  readonly band: Stats['expectedBand'];
  /** Indexes of the buckets in which the rule was edited. */
  readonly edits: readonly number[];
  readonly period: HealthPeriod;
}

function Bars({ buckets, band, edits, period }: ShownHits) {
  const text = useAdminText().ruleHealth;
  const formats = useFormats();
  const mostHits = Math.max(...buckets.map(({ hits }) => hits));
  const most = Math.max(1, mostHits, band?.high ?? 0);
  const y = (value: number): number => height - (value / most) * (height - 6);
  const wide = width / buckets.length;
  return (
    <svg
      className={`${screen['chart']} ${classes['chart']}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text.hitsTell(buckets.length, formats.number(mostHits))}
    >
      {band && (
        <rect className={classes['band']} x={0} width={width} y={y(band.high)} height={y(band.low) - y(band.high)} />
      )}
      {buckets.map((bucket, place) => (
        <rect
          key={bucket.name}
          className={besideBand(buckets, place, band) ? classes['outside'] : screen['bar']}
          x={(place + 0.1) * wide}
          width={wide * 0.8}
          y={y(bucket.hits)}
          height={height - y(bucket.hits)}
        >
          <title>{`${shownName(bucket, period, formats)}: ${formats.number(bucket.hits)}`}</title>
        </rect>
      ))}
      {[...new Set(edits)].map((place) => (
        <line
          key={place}
          className={classes['edit']}
          x1={(place + 0.5) * wide}
          x2={(place + 0.5) * wide}
          y1={0}
          y2={height}
        />
      ))}
    </svg>
  );
}

function Legend({ band, edits }: Pick<ShownHits, 'band' | 'edits'>) {
  const { legend } = useAdminText().ruleHealth;
  return (
    <p className={classes['legend']}>
      <span>
        <i /> {legend.hits}
      </span>
      {band && (
        <span>
          <i data-line="band" /> {legend.band}
        </span>
      )}
      {edits.length > 0 && (
        <span>
          <i data-line="edit" /> {legend.change}
        </span>
      )}
    </p>
  );
}

type Formats = ReturnType<typeof useFormats>;

/** Days are dates in the time zone; hours are instants. */
const shownName = ({ name }: Bucket, { granularity }: HealthPeriod, formats: Formats): string =>
  granularity === 'day' ? name : formats.time(name);

function Expectation({ buckets, band }: Pick<ShownHits, 'buckets' | 'band'>) {
  const text = useAdminText().ruleHealth;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const mayRead = useMay('rules:execute');
  if (!band) return <p className={screen['soft']}>{text.noBand}</p>;
  const outside = buckets.filter((_, place) => besideBand(buckets, place, band) !== null).map(({ name }) => name);
  return (
    <p>
      {text.band(formats.number(band.low), formats.number(band.high))}{' '}
      {outside.length > 0 && <strong data-outside>{text.outside(outside.length, outside.join(', '))}</strong>}{' '}
      {mayRead && (
        <Link to="/$organizationId/dry-runs/$dryRunId" params={{ organizationId, dryRunId: band.source }}>
          {text.bandSource}
        </Link>
      )}
    </p>
  );
}

/** The same as a table, newest first. */
function HitsTable({ buckets, edits, period }: Omit<ShownHits, 'band'>) {
  const text = useAdminText().ruleHealth;
  const formats = useFormats();
  const columns = ['executions', 'hits', 'unknowns', 'alerts'] as const;
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={text.hits}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.at}</th>
            {[...columns, 'edits' as const].map((column) => (
              <th key={column} scope="col" className={screen['number']}>
                {text.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets
            .map((bucket, place) => (
              <tr key={bucket.name} data-bucket={bucket.name}>
                <td>{shownName(bucket, period, formats)}</td>
                {columns.map((column) => (
                  <td key={column} className={screen['number']}>
                    {formats.number(bucket[column])}
                  </td>
                ))}
                <td className={screen['number']}>{formats.number(edits.filter((each) => each === place).length)}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
