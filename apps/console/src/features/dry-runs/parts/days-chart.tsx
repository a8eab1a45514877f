import { type PointerEvent, useState } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { DayField } from '../../../shell/day-field.js';
import classes from '../dry-runs.module.css';
import type { Day } from '../model/days.js';
import type { Choice, MatchesSearch } from '../model/matches-search.js';

const width = 600;
const height = 120;

interface DaysChartProps {
  readonly days: readonly Day[];
  readonly search: MatchesSearch;
  readonly onChoose: (change: Choice) => void;
}

/** Shows records by day: lines for before and after, bars for the selection. Days are selected by dragging, or in the two fields. */
export function DaysChart({ days, search, onChoose }: DaysChartProps) {
  const text = useText().dryRuns;
  const formats = useFormats();
  const [drag, setDrag] = useState<readonly [number, number] | null>(null);
  const most = Math.max(1, ...days.map(({ before, after, chosen }) => Math.max(before ?? 0, after, chosen)));
  const [dayWidth, y] = [width / Math.max(1, days.length), (value: number) => height - (value / most) * (height - 4)];
  const line = (of: (day: Day) => number | null): string =>
    days.map((day, at) => `${(at + 0.5) * dayWidth},${y(of(day) ?? 0)}`).join(' ');
  const placeOf = (event: PointerEvent<SVGSVGElement>): number => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    return Math.min(days.length - 1, Math.max(0, Math.floor(((event.clientX - left) / wide) * days.length)));
  };
  const chosen = drag ?? placesOf(days, search);
  const finish = (): void => {
    if (!drag) return;
    const [since, until] = [days[Math.min(...drag)], days[Math.max(...drag)]];
    setDrag(null);
    if (since && until) onChoose({ since: since.date, until: until.date });
  };
  const hasBaseline = days.some(({ before }) => before !== null && before > 0);
  return (
    <section className={screen['panel']} aria-label={text.days}>
      <h2>{text.days}</h2>
      <svg
        className={`${screen['chart']} ${classes['chart']}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.daysTell(days.length, formats.number(most))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag([placeOf(event), placeOf(event)]);
        }}
        onPointerMove={(event) => drag && setDrag([drag[0], placeOf(event)])}
        onPointerUp={finish}
      >
        {chosen && (
          <rect
            className={classes['brush']}
            x={Math.min(...chosen) * dayWidth}
            width={(Math.abs(chosen[1] - chosen[0]) + 1) * dayWidth}
            y={0}
            height={height}
          />
        )}
        {days.map((day, at) => (
          <rect
            key={day.date}
            className={screen['bar']}
            x={(at + 0.1) * dayWidth}
            width={dayWidth * 0.8}
            y={y(day.chosen)}
            height={height - y(day.chosen)}
          >
            <title>{`${day.date}: ${formats.number(day.chosen)}`}</title>
          </rect>
        ))}
        {hasBaseline && <polyline className={classes['before']} points={line(({ before }) => before)} />}
        <polyline className={classes['after']} points={line(({ after }) => after)} />
      </svg>
      <Legend hasBaseline={hasBaseline} />
      <DayFields days={days} search={search} onChoose={onChoose} />
    </section>
  );
}

function placesOf(days: readonly Day[], { since, until }: MatchesSearch): readonly [number, number] | null {
  if (since === undefined && until === undefined) return null;
  const first = days.findIndex(({ date }) => date >= (since ?? ''));
  const last = days.findLastIndex(({ date }) => until === undefined || date <= until);
  return first === -1 || last === -1 || last < first ? null : [first, last];
}

function Legend({ hasBaseline }: { readonly hasBaseline: boolean }) {
  const text = useText().dryRuns;
  return (
    <p className={classes['legend']}>
      {hasBaseline && (
        <span>
          <i data-line="before" /> {text.stoppedBefore}
        </span>
      )}
      <span>
        <i data-line="after" /> {text.stoppedAfter}
      </span>
      <span>
        <i data-line="bar" /> {text.chosenRecords}
      </span>
    </p>
  );
}

/** The keyboard equivalent of dragging. */
function DayFields({ days, search, onChoose }: DaysChartProps) {
  const text = useText().dryRuns;
  const field = (name: 'since' | 'until') => (
    <DayField
      label={text[name]}
      min={days[0]?.date}
      max={days.at(-1)?.date}
      value={search[name] ?? ''}
      onChange={(day) => onChoose({ [name]: day || undefined })}
    />
  );
  return (
    <p className={classes['fields']}>
      {field('since')} {field('until')}
    </p>
  );
}
