import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useReader } from '../../../i18n/reader.js';
import { inputClass } from '../../../ui/index.js';
import { adminClasses, Choice } from '../../admin/index.js';
import classes from '../automations.module.css';
import { problemOf } from '../model/findings.js';
import { ofKind, type Schedule, scheduleKinds, scheduleOf, scheduleUnits, withSchedule } from '../model/schedule.js';
import { useParts } from './catalogue.js';
import { Labeled } from './labeled.js';

const weekDays = [1, 2, 3, 4, 5, 6, 0] as const;
/** A Sunday, used to format the names of weekdays. */
const sunday = Date.UTC(2024, 0, 7);
const dayMs = 86_400_000;

type Config = Readonly<Record<string, unknown>>;

interface FormProps {
  readonly config: Config;
  readonly onChange: (config: Config) => void;
}

/** Frequency and time zone of a schedule, and its next times. */
export function ScheduleForm({ config, onChange }: FormProps) {
  const text = useAdminText().automations.editor;
  const { findings, isReadOnly } = useParts();
  const found = findings.trigger;
  const schedule = scheduleOf(config);
  const change = (next: Schedule): void => onChange(withSchedule(config, next));
  return (
    <div className={classes['form']} data-schedule>
      <Choice
        label={text.schedule}
        value={schedule.kind}
        disabled={isReadOnly}
        options={scheduleKinds.map((kind) => [kind, text.scheduleKinds[kind]] as const)}
        onChange={(kind) => change(ofKind(kind, schedule))}
      />
      <div className={adminClasses['row']}>
        <ScheduleFields
          schedule={schedule}
          problem={problemOf(found, 'cron') ?? problemOf(found, 'every')}
          onChange={change}
        />
        {schedule.kind !== 'every' && <ZoneField config={config} onChange={onChange} />}
      </div>
      <NextTimes zone={schedule.kind === 'every' ? undefined : config['timezone']} />
    </div>
  );
}

interface FieldsProps {
  readonly schedule: Schedule;
  readonly problem: string | undefined;
  readonly onChange: (schedule: Schedule) => void;
}

const lastDay = 31;

function ScheduleFields({ schedule, problem, onChange }: FieldsProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const shared = { className: inputClass, readOnly: isReadOnly };
  if (schedule.kind === 'cron')
    return (
      <Labeled label={text.cron} problem={problem}>
        {(input) => (
          <input
            {...input}
            {...shared}
            value={schedule.cron}
            onChange={({ target }) => onChange({ kind: 'cron', cron: target.value })}
          />
        )}
      </Labeled>
    );
  if (schedule.kind === 'every')
    return (
      <>
        <NumberField
          label={text.every}
          {...{ problem }}
          value={schedule.amount}
          onChange={(amount) => onChange({ ...schedule, amount })}
        />
        <Choice
          label={text.unit}
          value={schedule.unit}
          disabled={isReadOnly}
          options={scheduleUnits.map((unit) => [unit, text.units[unit]] as const)}
          onChange={(unit) => onChange({ ...schedule, unit })}
        />
      </>
    );
  return (
    <>
      {schedule.kind === 'weekly' && (
        <WeekDays days={schedule.days} onChange={(days) => onChange({ ...schedule, days })} />
      )}
      {schedule.kind === 'monthly' && (
        <NumberField
          label={text.dayOfMonth}
          most={lastDay}
          value={schedule.day}
          onChange={(day) => onChange({ ...schedule, day })}
        />
      )}
      <Labeled label={text.time} problem={problem}>
        {(input) => (
          <input
            {...input}
            {...shared}
            type="time"
            value={schedule.time}
            onChange={({ target }) => target.value !== '' && onChange({ ...schedule, time: target.value })}
          />
        )}
      </Labeled>
    </>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly most?: number;
  readonly problem?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** Input for an integer of at least 1. */
function NumberField({ label, value, most, problem, onChange }: NumberProps) {
  const { isReadOnly } = useParts();
  return (
    <Labeled label={label} problem={problem}>
      {(input) => (
        <input
          {...input}
          className={inputClass}
          readOnly={isReadOnly}
          type="number"
          min={1}
          max={most}
          value={value}
          onChange={({ target }) => onChange(target.valueAsNumber || 1)}
        />
      )}
    </Labeled>
  );
}

interface DaysProps {
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

/** Days of the week, at least one of them. */
function WeekDays({ days, onChange }: DaysProps) {
  const text = useAdminText().automations.editor;
  const { locale } = useReader();
  const { isReadOnly } = useParts();
  const dayName = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <div role="group" aria-label={text.days} className={classes['boxes']}>
      {weekDays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            disabled={isReadOnly || (days.length === 1 && days[0] === day)}
            checked={days.includes(day)}
            onChange={({ target }) => {
              const others = days.filter((each) => each !== day);
              onChange(target.checked ? [...others, day].sort((a, b) => a - b) : others);
            }}
          />{' '}
          {dayName.format(new Date(sunday + day * dayMs))}
        </label>
      ))}
    </div>
  );
}

function ZoneField({ config, onChange }: FormProps) {
  const text = useAdminText().automations.editor;
  const { findings, isReadOnly } = useParts();
  const zone = typeof config['timezone'] === 'string' ? config['timezone'] : 'UTC';
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((each) => each !== 'UTC')];
  return (
    <Labeled label={text.zone} problem={problemOf(findings.trigger, 'timezone')}>
      {(input) => (
        <select
          {...input}
          className={inputClass}
          disabled={isReadOnly}
          value={zone}
          onChange={({ target }) => onChange({ ...config, timezone: target.value })}
        >
          {!zones.includes(zone) && <option>{zone}</option>}
          {zones.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Labeled>
  );
}

/** Shows the next times in the time zone of the schedule. */
function NextTimes({ zone }: { readonly zone: unknown }) {
  const text = useAdminText().automations.editor;
  const { nextTimes } = useParts();
  const { locale } = useReader();
  const formats = useFormats();
  const format = typeof zone === 'string' ? zonedFormat(locale, zone) : null;
  return (
    <div data-next-times>
      <span className={classes['label']}>{text.nextTimes}</span>
      {nextTimes.length === 0 ? (
        <p className={classes['soft']}>{text.noNextTimes}</p>
      ) : (
        <ul>
          {nextTimes.map((time) => (
            <li key={time}>{format ? format.format(new Date(time)) : formats.time(time)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function zonedFormat(locale: string, timeZone: string): Intl.DateTimeFormat | null {
  const style = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone, timeZoneName: 'short' });
  } catch {
    return null;
  }
}
