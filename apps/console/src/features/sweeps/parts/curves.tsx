import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import classes from '../lab.module.css';
import { benefitOf, isLabelled, moved, precisionOf, type SweepPoint } from '../model/points.js';

const [width, height] = [600, 200];

interface ThresholdChartProps {
  readonly points: readonly SweepPoint[];
  readonly names: readonly string[];
  readonly place: number;
  /** Called while dragging; `onSettle` is called at the end. */
  readonly onMove: (place: number) => void;
  readonly onSettle: (place: number) => void;
  readonly told: string;
}

/** Shows the values from left to right: bars are alerts per day, the line is precision, and the handle is the value. */
export function ThresholdChart({ points, names, place, onMove, onSettle, told }: ThresholdChartProps) {
  const text = useAdminText().lab;
  const [isDragged, setDragged] = useState(false);
  const wide = width / points.length;
  const x = (at: number): number => (at + 0.5) * wide;
  const mostAlerts = Math.max(...points.map(({ alertsPerDay }) => alertsPerDay), Number.MIN_VALUE);
  const at = (event: PointerEvent<SVGSVGElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    return Math.min(points.length - 1, Math.max(0, Math.floor(share * points.length)));
  };
  const press = (event: KeyboardEvent): void => {
    const next = moved(place, event.key, event.shiftKey, points.length - 1);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
    onSettle(next);
  };
  const precise = points.flatMap((point, index) => {
    const precision = precisionOf(point);
    return precision === null ? [] : [`${x(index)},${height - precision * (height - 8) - 4}`];
  });
  return (
    <>
      <svg
        className={`${screen['chart']} ${classes['chart']}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="slider"
        tabIndex={0}
        aria-label={text.value}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={place + 1}
        aria-valuetext={told}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus();
          setDragged(true);
          onMove(at(event));
        }}
        onPointerMove={(event) => isDragged && onMove(at(event))}
        onPointerUp={(event) => {
          setDragged(false);
          onSettle(at(event));
        }}
      >
        {points.map(({ alertsPerDay }, index) => (
          <rect
            key={names[index]}
            className={screen['bar']}
            x={x(index) - wide * 0.4}
            width={wide * 0.8}
            y={height - (alertsPerDay / mostAlerts) * (height - 8)}
            height={(alertsPerDay / mostAlerts) * (height - 8)}
          />
        ))}
        {isLabelled(points) && <polyline className={classes['line']} points={precise.join(' ')} />}
        <line className={classes['handle']} x1={x(place)} x2={x(place)} y1={0} y2={height} />
      </svg>
      <p className={classes['ends']} aria-hidden="true">
        <span>{names[0]}</span>
        <span>{names.at(-1)}</span>
      </p>
    </>
  );
}

interface TradeCurveProps {
  readonly points: readonly SweepPoint[];
  readonly names: readonly string[];
  readonly frontier: ReadonlySet<string>;
  readonly place: number;
  readonly budget: number | undefined;
  readonly onChoose: (place: number) => void;
}

/** Shows the cost of each value in hours per day, and its benefit. Values that no other value outperforms are filled. */
export function TradeCurve({ points, names, frontier, place, budget, onChoose }: TradeCurveProps) {
  const text = useAdminText().lab;
  const formats = useFormats();
  const most = {
    cost: Math.max(...points.map(({ alertsPerDay }) => alertsPerDay), budget ?? 0, Number.MIN_VALUE),
    benefit: Math.max(...points.map(benefitOf), Number.MIN_VALUE),
  };
  const x = (cost: number): number => 12 + (cost / most.cost) * (width - 24);
  const y = (benefit: number): number => height - 12 - (benefit / most.benefit) * (height - 24);
  const known = isLabelled(points);
  const shown = points.map((point, index) => ({
    index,
    name: names[index] ?? '',
    at: { x: x(point.alertsPerDay), y: y(benefitOf(point)) },
  }));
  return (
    <svg
      className={`${screen['chart']} ${classes['chart']}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${text.trade}: ${text.alertsPerDay} ${formats.number(most.cost)}, ${known ? text.caughtShare : text.hits} ${known ? formats.share(most.benefit) : formats.number(most.benefit)}`}
    >
      <polyline className={classes['line']} points={shown.map(({ at }) => `${at.x},${at.y}`).join(' ')} />
      {budget !== undefined && <line className={classes['budget']} x1={x(budget)} x2={x(budget)} y1={0} y2={height} />}
      {shown.map(({ index, name, at }) => (
        <circle
          key={name}
          className={classes['dot']}
          data-frontier={frontier.has(name) || undefined}
          data-chosen={index === place || undefined}
          cx={at.x}
          cy={at.y}
          r={index === place ? 8 : 5}
          onClick={() => onChoose(index)}
        >
          <title>{name}</title>
        </circle>
      ))}
    </svg>
  );
}
