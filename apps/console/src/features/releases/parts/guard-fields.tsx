import { useText } from '../../../i18n/reader.js';
import { Field, inputClass } from '../../../ui/index.js';
import {
  type GuardForm,
  guardMetrics,
  type GuardMetric,
  isInDryRuns,
  isShare,
  withMetric,
} from '../model/guard-form.js';
import classes from '../releases.module.css';

interface GuardFieldsProps {
  /** The current guard of the rule, or `null` if it has none. */
  readonly stored: string | null;
  readonly form: GuardForm;
  readonly onChange: (form: GuardForm) => void;
}

/** Limits that the rule must keep while it is active. */
export function GuardFields({ stored, form, onChange }: GuardFieldsProps) {
  const text = useText().releases;
  const change = (part: Partial<GuardForm>): void => onChange({ ...form, ...part });
  return (
    <fieldset className={classes['guard']}>
      <legend>{text.guard}</legend>
      <p>{stored === null ? text.noGuard : text.storedGuard(stored)}</p>
      <label>
        <input type="checkbox" checked={form.isOn} onChange={(event) => change({ isOn: event.target.checked })} />{' '}
        {stored === null ? text.setGuard : text.replaceGuard}
      </label>
      {form.isOn && (
        <div className={classes['line']}>
          <select
            className={inputClass}
            aria-label={text.guardMetric}
            value={form.metric}
            onChange={(event) => onChange(withMetric(form, event.target.value as GuardMetric))}
          >
            {guardMetrics.map((metric) => (
              <option key={metric} value={metric}>
                {text.metrics[metric]}
              </option>
            ))}
          </select>
          <select
            className={inputClass}
            aria-label={text.guardKind}
            value={form.kind}
            onChange={(event) => change({ kind: event.target.value as GuardForm['kind'] })}
          >
            <option value="value">{isShare(form.metric) ? text.atMostPercent : text.atMost}</option>
            {isInDryRuns(form.metric) && <option value="times">{text.timesDryRun}</option>}
          </select>
          <Field
            label={text.guardValue}
            inputMode="decimal"
            value={form.value}
            onChange={(event) => change({ value: event.target.value })}
          />
          <select
            className={inputClass}
            aria-label={text.guardAction}
            value={form.action}
            onChange={(event) => change({ action: event.target.value as GuardForm['action'] })}
          >
            <option value="notify">{text.guardActions.notify}</option>
            <option value="pause">{text.guardActions.pause}</option>
          </select>
        </div>
      )}
    </fieldset>
  );
}
