import { Fragment } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import classes from '../automations.module.css';
import screen from '../../../shell/screen.module.css';
import { conditionText, type Definition, outlineOf, type OutlinedPart } from '../model/definition.js';
import { useNames } from './use-names.js';

/** Describes what an automation does, in words and in order. */
export function Outline({ definition }: { readonly definition: Definition }) {
  const text = useAdminText().automations;
  const { triggerConfig, conditions, steps, graph } = definition;
  const parts = outlineOf(definition);
  const before = graph || steps.length > 0 ? conditions : [];
  return (
    <section aria-label={text.does} className={`${screen['panel']} ${classes['wraps']}`} data-outline>
      <h2>{text.does}</h2>
      <p>
        {text.columns.trigger} {text.startsOn[definition.triggerType]} <Settings settings={triggerConfig} />
      </p>
      <Conditions conditions={before} />
      <ol className={classes['form']}>
        {parts.map((part) => (
          <Part key={part.id} part={part} isNamed={parts.length > 1} />
        ))}
      </ol>
    </section>
  );
}

function Settings({ settings }: { readonly settings: object }) {
  return Object.entries(settings).map(([name, value]) => (
    <Fragment key={name}>
      {' · '}
      <code>
        {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
      </code>
    </Fragment>
  ));
}

function Conditions({ conditions }: { readonly conditions: readonly unknown[] }) {
  const text = useAdminText().automations;
  if (conditions.length === 0) return null;
  return (
    <p>
      {text.onlyIf}{' '}
      {conditions.map((each, index) => (
        <Fragment key={conditionText(each)}>
          {index > 0 && ' · '}
          <code>{conditionText(each)}</code>
        </Fragment>
      ))}
    </p>
  );
}

function Part({ part, isNamed }: { readonly part: OutlinedPart; readonly isNamed: boolean }) {
  const text = useAdminText().automations;
  const { action } = useNames();
  const isEmpty = part.actions.length === 0 && part.conditions.length === 0 && part.next.length === 0;
  return (
    <li>
      {isNamed && <strong>{part.id}</strong>}
      <Conditions conditions={part.conditions} />
      {isEmpty && <span className={screen['soft']}>{text.nothing}</span>}
      {part.actions.map(({ type, config }, index) => (
        <p key={`${type} ${index}`}>
          {action(type)} <Settings settings={config} />
        </p>
      ))}
      {part.next.map(({ to, on }) => (
        <p key={`${to} ${on}`} className={screen['soft']}>
          {on !== null && `${text.otherwise(on)}: `}
          {text.goesOn(to)}
        </p>
      ))}
      {part.waits && <p className={screen['soft']}>{text.waits}</p>}
    </li>
  );
}
