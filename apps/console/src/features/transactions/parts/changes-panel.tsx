import type { components } from '@tamis/client';
import { useFormats, useText } from '../../../i18n/reader.js';
import { showValue } from '../model/show-value.js';
import classes from '../why.module.css';
import { DecisionBadge } from './decision-badge.js';

interface ChangesPanelProps {
  readonly whatIf: readonly components['schemas']['WhatIfDto'][];
  readonly neighbours: readonly components['schemas']['NeighbourDto'][];
}

/** What would have changed the decision, and which rules were near. */
export function ChangesPanel({ whatIf, neighbours }: ChangesPanelProps) {
  const text = useText().transactions;
  const formats = useFormats();
  return (
    <>
      <section className={classes['panel']} aria-label={text.change}>
        <h2>{text.change}</h2>
        {whatIf.length === 0 && <p className={classes['soft']}>{text.changeNone}</p>}
        <ul className={classes['list']}>
          {whatIf.map(({ change, decision }) => (
            <li key={change}>
              <DecisionBadge decision={decision} /> <code>{change}</code>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes['panel']} aria-label={text.nearest}>
        <h2>{text.nearest}</h2>
        {neighbours.length === 0 && <p className={classes['soft']}>{text.nearestNone}</p>}
        <ul className={classes['list']}>
          {neighbours.map(({ ruleId, ruleKey, leaf, actual, needed, distance }) => (
            <li key={ruleId}>
              <strong>{ruleKey}</strong> <code>{leaf}</code>
              <br />
              <span className={classes['soft']}>
                {text.found(showValue(actual), showValue(needed))} · {formats.number(distance)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
