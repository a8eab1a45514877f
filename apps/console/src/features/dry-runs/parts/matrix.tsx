import { useFormats, useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import classes from '../dry-runs.module.css';
import type { MatchCounts } from '../model/figures.js';
import { type Choice, type Decision, decisions, type MatchesSearch } from '../model/matches-search.js';

interface MatrixProps {
  /** All records, including those that did not change. */
  readonly whole: MatchCounts['decisions'];
  /** The records that match the other filters; `undefined` if there are none. */
  readonly left: MatchCounts['decisions'] | undefined;
  readonly hasBaseline: boolean;
  readonly search: MatchesSearch;
  readonly onChoose: (change: Choice) => void;
}

/** Shows decisions before in rows, and decisions after in columns. Selecting a cell shows its records. */
export function Matrix({ whole, left, hasBaseline, search, onChoose }: MatrixProps) {
  const { dryRuns: text, transactions } = useText();
  const formats = useFormats();
  const names = transactions.decisions;
  const rows: readonly (Decision | null)[] = hasBaseline ? decisions : [null];
  const recordsAt = (cells: MatchCounts['decisions'], from: Decision | null, to: Decision): number =>
    cells.find((cell) => cell.from === from && cell.to === to)?.records ?? 0;
  const cell = (from: Decision | null, to: Decision) => {
    const records = recordsAt(left ?? whole, from, to);
    const isListed = from === null || from !== to || (left !== undefined && records > 0);
    const isChosen = search.to === to && (search.from ?? null) === from;
    const said = from === null ? names[to] : text.cell(names[from], names[to]);
    if (records === 0 && !isChosen) return <span aria-label={`${said}: 0`}>·</span>;
    if (!isListed) return formats.number(records);
    const choice = from === null ? { to } : { from, to };
    return (
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${said}: ${formats.number(records)}`}
        onClick={() => onChoose(isChosen ? { from: undefined, to: undefined } : choice)}
      >
        {formats.number(records)}
      </button>
    );
  };
  return (
    <section className={screen['panel']} aria-label={text.matrix}>
      <h2>{text.matrix}</h2>
      <table className={classes['matrix']} data-matrix>
        <thead>
          <tr>
            <th scope="col">{hasBaseline ? text.beforeAfter : text.after}</th>
            {decisions.map((to) => (
              <th key={to} scope="col">
                {names[to]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((from) => (
            <tr key={from}>
              <th scope="row">{from === null ? text.records : names[from]}</th>
              {decisions.map((to) => (
                <td key={to} data-stays={from === to || undefined}>
                  {cell(from, to)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
