import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../operations.module.css';

export const tileNames = ['state', 'payments', 'latency', 'rules', 'work', 'attention'] as const;
export type TileName = (typeof tileNames)[number];

interface TileProps {
  readonly name: TileName;
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the page that fails independently. Its number is the key that moves the focus to it. */
export function Tile({ name, title, children }: TileProps) {
  return (
    <section
      className={`${screen['panel']} ${classes['tile']}`}
      aria-labelledby={`tile-${name}`}
      data-tile={name}
      tabIndex={-1}
    >
      <h2 id={`tile-${name}`}>
        {title} <kbd>{tileNames.indexOf(name) + 1}</kbd>
      </h2>
      {children}
    </section>
  );
}

export const goToTile = (name: TileName): void => document.querySelector<HTMLElement>(`[data-tile="${name}"]`)?.focus();

interface AnsweredProps<Answer> {
  readonly query: UseQueryResult<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}

/** Shows the last response, with a note above it if the latest read failed. */
export function Answered<Answer>({ query, children }: AnsweredProps<Answer>) {
  const { shell } = useText();
  return (
    <>
      {query.error && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading>{shell.loading}</Loading>}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

/** Says which permission a part requires if the user lacks it. */
export function Permitted({ permission, children }: { readonly permission: string; readonly children: ReactNode }) {
  const { shell } = useText();
  if (usePlace().permissions.includes(permission)) return children;
  return <p className={screen['soft']}>{shell.needs(permission)}</p>;
}

const width = 300;
const height = 60;

/** A line over time, interrupted where there are no values. */
export function Spark({ values, label }: { readonly values: readonly (number | null)[]; readonly label: string }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const runs: string[][] = [[]];
  for (const [at, value] of values.entries())
    if (value === null) runs.push([]);
    else
      runs
        .at(-1)!
        .push(`${((at + 0.5) * width) / values.length},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`);
  return (
    <svg
      className={classes['spark']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {runs
        .filter((run) => run.length > 0)
        // A single point is drawn as a short line.
        .map((run) => (run.length === 1 ? [run[0]!, run[0]!.replace(/^[^,]+/, (x) => String(Number(x) + 3))] : run))
        .map((run) => (
          <polyline key={run[0]} points={run.join(' ')} />
        ))}
    </svg>
  );
}
