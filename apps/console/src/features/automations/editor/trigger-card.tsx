import { useAdminText } from '../../../i18n/admin.js';
import { adminClasses } from '../../admin/index.js';
import { inputClass } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { problemOf } from '../model/findings.js';
import type { WrittenDefinition } from '../model/written.js';
import { type CatalogueTrigger, useParts } from './catalogue.js';
import { ConditionsField } from './conditions-field.js';
import { ConfigField } from './config-field.js';
import { Problem } from './labeled.js';
import { ScheduleForm } from './schedule-form.js';

type Config = Readonly<Record<string, unknown>>;

const ofSchedule: ReadonlySet<string> = new Set(['cron', 'every', 'timezone']);

/** Returns the initial settings for another trigger, keeping those of the previous settings that it accepts. */
function configFor({ type, fields }: CatalogueTrigger, before: Config): Config {
  const kept = Object.fromEntries(
    Object.entries(before).filter(([name]) => fields.some((each) => each.name === name && each.values === undefined)),
  );
  if (type === 'scheduled' && kept['every'] === undefined && kept['cron'] === undefined)
    return { ...kept, cron: '0 8 * * 1-5', timezone: 'UTC' };
  return type === 'risk_score_changed' ? { crosses: 70, direction: 'up', ...kept } : kept;
}

/** The trigger and its settings. */
export function TriggerCard() {
  const { editor: text, startsOn } = useAdminText().automations;
  const { editor, catalogue, trigger, findings, isReadOnly } = useParts();
  const { written } = editor.state;
  const config: Config = written.triggerConfig ?? {};
  const setConfig = (tag: string, next: Config): void =>
    editor.setWritten(`trigger ${tag}`, (before) => withConfig(before, next));
  const setMember = (name: string, value: unknown): void => {
    const { [name]: _before, ...rest } = config;
    setConfig(name, value === undefined ? rest : { ...rest, [name]: value });
  };
  const choose = (type: string): void => {
    const next = catalogue.triggers.find((each) => each.type === type);
    if (next)
      editor.setWritten('trigger', (before) =>
        withConfig({ ...before, triggerType: next.type }, configFor(next, config)),
      );
  };
  const known = trigger?.fields ?? [];
  const fields = known.filter(({ name }) => !ofSchedule.has(name) && name !== 'entityFilter');
  const others = Object.keys(config).filter((name) => !known.some((each) => each.name === name));
  return (
    <section className={classes['card']} aria-label={text.trigger} data-trigger>
      <h3>{text.trigger}</h3>
      <label className={adminClasses['choice']}>
        <span>{text.startsWith}</span>
        <select
          className={inputClass}
          disabled={isReadOnly}
          value={written.triggerType ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          {trigger === undefined && <option>{written.triggerType ?? ''}</option>}
          {catalogue.triggers.map(({ type }) => (
            <option key={type} value={type}>
              {startsOn[type]}
            </option>
          ))}
        </select>
        <Problem said={findings.trigger['']} />
      </label>
      {trigger?.type === 'scheduled' && (
        <ScheduleForm config={config} onChange={(next) => setConfig('schedule', next)} />
      )}
      {known.some(({ name }) => name === 'entityFilter') && <EntityFilter config={config} onChange={setMember} />}
      {fields.length > 0 && <Settings {...{ config, fields }} onChange={setMember} />}
      {others.map((name) => (
        <p key={name}>
          <code>{name}</code> <small>{text.notAField}</small> <Problem said={problemOf(findings.trigger, name)} />
        </p>
      ))}
    </section>
  );
}

interface SettingsProps extends FilterProps {
  readonly fields: CatalogueTrigger['fields'];
}

/** Collapsed while no settings are given and none are required. */
function Settings({ config, fields, onChange }: SettingsProps) {
  const text = useAdminText().automations.editor;
  const { findings } = useParts();
  const isOpen = fields.some(
    ({ name, required }) => required || config[name] !== undefined || problemOf(findings.trigger, name) !== undefined,
  );
  return (
    <details open={isOpen}>
      <summary>{text.settings}</summary>
      <div className={classes['form']}>
        {fields.map((field) => (
          <ConfigField
            key={field.name}
            field={field}
            label={text.fields[field.name] ?? field.name}
            value={config[field.name]}
            problem={problemOf(findings.trigger, field.name)}
            variables={[]}
            onChange={(value) => onChange(field.name, value)}
          />
        ))}
      </div>
    </details>
  );
}

/** Leaves out settings without a value. */
function withConfig({ triggerConfig: _before, ...rest }: WrittenDefinition, config: Config): WrittenDefinition {
  const { triggerType, ...others } = rest;
  return {
    ...(triggerType && { triggerType }),
    ...(Object.keys(config).length > 0 && { triggerConfig: config }),
    ...others,
  };
}

interface FilterProps {
  readonly config: Config;
  readonly onChange: (name: string, value: unknown) => void;
}

/** A schedule processes the entities that match its filter. Without a filter it processes none. */
function EntityFilter({ config, onChange }: FilterProps) {
  const text = useAdminText().automations.editor;
  const { findings } = useParts();
  const filter = config['entityFilter'];
  const said = problemOf(findings.trigger, 'entityFilter');
  const label = text.fields['entityFilter']!;
  return (
    <div className={classes['form']}>
      <span className={classes['label']}>{label}</span>
      <ConditionsField
        at="filter"
        label={label}
        conditions={Array.isArray(filter) ? filter : []}
        problems={said === undefined ? [] : [said]}
        onChange={(next) => onChange('entityFilter', next.length === 0 ? undefined : next)}
      />
    </div>
  );
}
