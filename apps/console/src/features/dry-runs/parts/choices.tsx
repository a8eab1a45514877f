import { useFormats, useText } from '../../../i18n/reader.js';
import { Button } from '../../../ui/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../dry-runs.module.css';
import type { Figures, MatchCounts } from '../model/figures.js';
import type { Choice, MatchesSearch } from '../model/matches-search.js';

/** The maximum number of segments of each dimension. */
const mostSegments = 8;

interface ChoicesProps {
  readonly counts: MatchCounts | undefined;
  readonly search: MatchesSearch;
  readonly onChoose: (change: Choice) => void;
}

interface ChoiceButtonProps {
  readonly name: string;
  readonly records: number;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

function ChoiceButton({ name, records, isChosen, onPress }: ChoiceButtonProps) {
  const formats = useFormats();
  return (
    <button type="button" className={classes['choice']} aria-pressed={isChosen} onClick={onPress}>
      <span>{name}</span> <b>{formats.number(records)}</b>
    </button>
  );
}

const none = (...names: readonly (keyof MatchesSearch)[]): Choice =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Shows the rules with a different outcome on the records, and the parts that caused it. */
export function RuleChoices({ counts, search, onChoose, figures }: ChoicesProps & { readonly figures: Figures }) {
  const text = useText().dryRuns;
  const clauseOf = new Map(
    figures.rules.flatMap(({ key, attribution }) =>
      attribution.map(({ clause, before, after }) => [
        `${key} ${clause}`,
        before || after ? `${before} → ${after}` : '',
      ]),
    ),
  );
  const rules = (counts?.rules ?? []).filter(({ change }) => change !== 'same' || !figures.hasBaseline);
  return (
    <section className={screen['panel']} aria-label={text.rules}>
      <h2>{text.rules}</h2>
      {rules.length === 0 && <p className={screen['soft']}>{text.noRules}</p>}
      <div className={classes['choices']}>
        {rules.map(({ ruleKey, change, records }) => {
          const isChosen = search.rule === ruleKey && search.change === change && search.clause === undefined;
          const choice = { rule: ruleKey, change, ...none('clause') };
          return (
            <ChoiceButton
              key={`${ruleKey} ${change}`}
              name={`${ruleKey} ${text.changes[change]}`}
              records={records}
              isChosen={isChosen}
              onPress={() => onChoose(isChosen ? none('rule', 'change', 'clause') : choice)}
            />
          );
        })}
      </div>
      {(counts?.clauses.length ?? 0) > 0 && <h3>{text.clauses}</h3>}
      <div className={classes['choices']}>
        {counts?.clauses.map(({ ruleKey, change, clause, records }) => {
          const isChosen = search.rule === ruleKey && search.clause === clause && search.change === change;
          const told = clauseOf.get(`${ruleKey} ${clause}`) ?? '';
          return (
            <ChoiceButton
              key={`${ruleKey} ${change} ${clause}`}
              name={`${ruleKey}: ${clause}${told && ` (${told})`} ${text.changes[change]}`}
              records={records}
              isChosen={isChosen}
              onPress={() => onChoose(isChosen ? none('rule', 'change', 'clause') : { rule: ruleKey, change, clause })}
            />
          );
        })}
      </div>
    </section>
  );
}

/** Shows the groups and labels of the records. */
export function SegmentChoices({ counts, search, onChoose }: ChoicesProps) {
  const text = useText().dryRuns;
  const segments = counts?.segments ?? [];
  const dimensions = [...new Set(segments.map(({ dimension }) => dimension))];
  return (
    <section className={screen['panel']} aria-label={text.segments}>
      <h2>{text.segments}</h2>
      {dimensions.map((dimension) => (
        <div key={dimension}>
          <h3>{text.dimensions[dimension] ?? dimension}</h3>
          <div className={classes['choices']}>
            {segments
              .filter((segment) => segment.dimension === dimension)
              .slice(0, mostSegments)
              .map(({ value, records }) => {
                const segment = `${dimension}:${value}`;
                const isChosen = search.segment === segment;
                const choice = isChosen ? none('segment') : { segment };
                return (
                  <ChoiceButton
                    key={value}
                    name={value}
                    records={records}
                    isChosen={isChosen}
                    onPress={() => onChoose(choice)}
                  />
                );
              })}
          </div>
        </div>
      ))}
      <h3>{text.labelsTitle}</h3>
      <div className={classes['choices']}>
        {counts?.labels.map(({ label, records }) => {
          const isChosen = search.label === label;
          const choice = isChosen ? none('label') : { label };
          return (
            <ChoiceButton
              key={label}
              name={text.labels[label]}
              records={records}
              isChosen={isChosen}
              onPress={() => onChoose(choice)}
            />
          );
        })}
      </div>
    </section>
  );
}

/** Shows the current selection, where each choice can be removed. */
export function Chips({ search, onChoose }: Omit<ChoicesProps, 'counts'>) {
  const { dryRuns: text, transactions, shell } = useText();
  const { from, to, rule, change, clause, segment, label, since, until } = search;
  const decision =
    from === undefined && to === undefined
      ? null
      : text.cell(
          from ? transactions.decisions[from] : text.anyDecision,
          to ? transactions.decisions[to] : text.anyDecision,
        );
  const ofRule =
    rule === undefined && change === undefined && clause === undefined
      ? null
      : [rule, change && text.changes[change], clause].filter(Boolean).join(' ');
  const chips = [
    [decision, none('from', 'to')],
    [ofRule, none('rule', 'change', 'clause')],
    [segment ?? null, none('segment')],
    [label ? text.labels[label] : null, none('label')],
    [since || until ? `${since ?? '…'} – ${until ?? '…'}` : null, none('since', 'until')],
  ] as const;
  const shown = chips.filter(([name]) => name !== null);
  if (shown.length === 0) return null;
  return (
    <div className={classes['chips']} role="group" aria-label={shell.filters}>
      {shown.map(([name, without]) => (
        <Button key={name} title={text.takeAway(name ?? '')} onClick={() => onChoose(without)}>
          {name} <span aria-hidden="true">×</span>
        </Button>
      ))}
      <Button look="quiet" onClick={() => onChoose(chips.reduce((all, [, each]) => ({ ...all, ...each }), {}))}>
        {shell.clearFilters}
      </Button>
    </div>
  );
}
