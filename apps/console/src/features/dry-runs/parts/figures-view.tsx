import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useText } from '../../../i18n/reader.js';
import { inputClass } from '../../../ui/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../dry-runs.module.css';
import { daysOf } from '../model/days.js';
import { type Figures, type MatchCounts, wholeMatrix } from '../model/figures.js';
import { type Choice, isFiltered, type MatchesSearch, present } from '../model/matches-search.js';
import { Chips, RuleChoices, SegmentChoices } from './choices.js';
import { DaysChart } from './days-chart.js';
import { Matrix } from './matrix.js';
import { Totals } from './totals.js';

interface FiguresViewProps {
  readonly figures: Figures;
  readonly counts: MatchCounts | undefined;
  readonly search: MatchesSearch;
  readonly onSearch: (search: MatchesSearch) => void;
  /** Shown next to the number of records. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Whether anything except the decisions is selected: the matrix then shows the records that match the selection. */
const isBeyondDecisions = ({ from: _from, to: _to, ...others }: MatchesSearch): boolean => isFiltered(others);

/** Shows the figures of a dry run, which filter each other, and below them the matching records. */
export function FiguresView({ figures, counts, search, onSearch, actions, children }: FiguresViewProps) {
  const text = useText().dryRuns;
  const days = useMemo(() => daysOf(figures, counts?.days), [figures, counts]);
  const choose = (choice: Choice): void => {
    const { open: _open, ...kept } = search;
    onSearch(present({ ...kept, ...choice }));
  };
  const told = counts ? text.recordCount(counts.records) : text.records;
  const shared = { counts, search, onChoose: choose };
  return (
    <>
      <Chips search={search} onChoose={choose} />
      <div className={screen['grid']}>
        <Matrix
          whole={wholeMatrix(figures)}
          left={isBeyondDecisions(search) ? counts?.decisions : undefined}
          hasBaseline={figures.hasBaseline}
          search={search}
          onChoose={choose}
        />
        <Totals figures={figures} />
        <DaysChart days={days} search={search} onChoose={choose} />
        <RuleChoices {...shared} figures={figures} />
        <SegmentChoices {...shared} />
      </div>
      <div className={classes['recordsHead']}>
        <h2>{told}</h2>
        <p role="status" className="hidden">
          {told}
        </p>
        <label>
          {text.sort}{' '}
          <select
            className={inputClass}
            value={search.sort ?? 'occurredAt'}
            onChange={(event) => choose({ sort: event.target.value === 'amount' ? 'amount' : undefined })}
          >
            <option value="occurredAt">{text.newestFirst}</option>
            <option value="amount">{text.largestFirst}</option>
          </select>
        </label>
        {actions}
      </div>
      {counts?.records === 0 ? <p className={screen['soft']}>{text.noRecords}</p> : children}
    </>
  );
}
