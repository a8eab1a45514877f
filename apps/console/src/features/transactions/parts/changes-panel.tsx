import type { components } from '@tamis/client';
import { useFormats, useText } from '../../../i18n/reader.js';
import { showValue } from '../model/show-value.js';
import screen from '../../../shell/screen.module.css';
import classes from '../why.module.css';
import { DecisionBadge } from './decision-badge.js';
import { HowMany } from './how-many.js';

interface ChangesPanelProps {
  readonly whatIf: readonly components['schemas']['WhatIfDto'][];
  readonly neighbours: readonly components['schemas']['NeighbourDto'][];
  /** The payment to which the changes are applied, in addition to other payments. */
  readonly payment: Pick<components['schemas']['TransactionRecordDto'], 'transactedAt' | 'createdAt'>;
}

/** Shows what would have changed the decision, and which rules were close. */
export function ChangesPanel({ whatIf, neighbours, payment }: ChangesPanelProps) {
  const text = useText().transactions;
  const formats = useFormats();
  return (
    <>
      <section className={screen['panel']} aria-label={text.change}>
        <h2 tabIndex={-1} data-part="change">
          {text.change}
        </h2>
        {whatIf.length === 0 && <p className={screen['soft']}>{text.changeNone}</p>}
        <ul className={classes['list']}>
          {whatIf.map(({ change, decision, trial }) => (
            <li key={change}>
              <DecisionBadge decision={decision} /> <code>{change}</code>
              {trial && <HowMany change={change} trial={trial} payment={payment} />}
            </li>
          ))}
        </ul>
      </section>
      <section className={screen['panel']} aria-label={text.nearest}>
        <h2>{text.nearest}</h2>
        {neighbours.length === 0 && <p className={screen['soft']}>{text.nearestNone}</p>}
        <ul className={classes['list']}>
          {neighbours.map(({ ruleId, ruleKey, leaf, actual, needed, distance }) => (
            <li key={ruleId}>
              <strong>{ruleKey}</strong> <code>{leaf}</code>
              <br />
              <span className={screen['soft']}>
                {text.found(showValue(actual), showValue(needed))} · {text.distance(formats.number(distance))}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
