import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, FailureNotice, Field } from '../../../ui/index.js';
import { Choice, LeaveGuard, useRefused } from '../../admin/index.js';
import {
  changeOf,
  generalFields,
  type Organization,
  policyNumbers,
  policySwitches,
  settingChoices,
  settingSwitches,
  type Values,
  valuesOf,
} from '../model/settings-form.js';
import { useChange } from './use-change.js';

/** Details of the organization, its decision settings, and its requirements for releases of rules. */
export function OrganizationForm({ organization }: { readonly organization: Organization }) {
  const text = useAdminText().organization;
  const before = valuesOf(organization);
  const [values, setValues] = useState<Values>(before);
  const refusal = useRefused()('organization:edit');
  const { saving, changed } = useChange(organization);
  const change = changeOf(before, values);
  const form = { values, isFixed: refusal !== null, onChange: (more: Values) => setValues({ ...values, ...more }) };
  return (
    <form
      className={screen['form']}
      style={{ maxWidth: 'none', justifyItems: 'stretch' }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (refusal === null && change) saving.mutate(change);
      }}
    >
      <div className={screen['grid']}>
        <General {...form} />
        <Decisions {...form} />
        <Policy {...form} />
      </div>
      {saving.error && <FailureNotice error={saving.error} onReadAgain={() => void changed()} />}
      <Actions>
        <Button
          look="main"
          type="submit"
          refused={refusal ?? (change ? null : text.nothingChanged)}
          disabled={saving.isPending}
        >
          {text.save}
        </Button>
        {change && (
          <Button look="quiet" onClick={() => setValues(before)}>
            {text.drop}
          </Button>
        )}
      </Actions>
      <LeaveGuard isChanged={change !== null} />
    </form>
  );
}

interface PartProps {
  readonly values: Values;
  readonly isFixed: boolean;
  readonly onChange: (values: Values) => void;
}

function General({ values, isFixed, onChange }: PartProps) {
  const text = useAdminText().organization;
  const { environment } = usePlace();
  return (
    <section className={screen['panel']} aria-label={text.general}>
      <h2>{text.general}</h2>
      {generalFields.map((name) => (
        <Field
          key={name}
          label={text.fields[name]}
          required={name === 'name'}
          disabled={isFixed || (name === 'name' && environment === 'sandbox')}
          value={String(values[name])}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
    </section>
  );
}

function Decisions({ values, isFixed, onChange }: PartProps) {
  const text = useAdminText().organization;
  const percent = 'settings.beneficialOwnerPercent';
  return (
    <section className={screen['panel']} aria-label={text.decisions}>
      <h2>{text.decisions}</h2>
      {settingSwitches.map((name) => (
        <Switch key={name} place={`settings.${name}`} label={text.switches[name]} {...{ values, isFixed, onChange }} />
      ))}
      {(Object.keys(settingChoices) as (keyof typeof settingChoices)[]).map((name) => (
        <Choice<string>
          key={name}
          label={text.choices[name].label}
          value={String(values[`settings.${name}`])}
          disabled={isFixed}
          options={Object.entries(text.choices[name].options)}
          onChange={(value) => onChange({ [`settings.${name}`]: value })}
        />
      ))}
      <Field
        label={text.beneficialOwnerPercent}
        type="number"
        required
        min={0.01}
        max={100}
        step="any"
        disabled={isFixed}
        value={String(values[percent])}
        onChange={(event) => event.target.value !== '' && onChange({ [percent]: Number(event.target.value) })}
      />
    </section>
  );
}

function Policy({ values, isFixed, onChange }: PartProps) {
  const text = useAdminText().organization;
  return (
    <section className={screen['panel']} aria-label={text.policy}>
      <h2>{text.policy}</h2>
      <p>{text.policyTells}</p>
      {policySwitches.map((name) => (
        <Switch
          key={name}
          place={`settings.rulePolicy.${name}`}
          label={text.policies[name]}
          {...{ values, isFixed, onChange }}
        />
      ))}
      {(Object.keys(policyNumbers) as (keyof typeof policyNumbers)[]).map((name) => (
        <Field
          key={name}
          label={text.policies[name]}
          type="number"
          required
          min={policyNumbers[name][0]}
          max={policyNumbers[name][1]}
          disabled={isFixed}
          value={String(values[`settings.rulePolicy.${name}`])}
          onChange={(event) =>
            event.target.value !== '' && onChange({ [`settings.rulePolicy.${name}`]: Number(event.target.value) })
          }
        />
      ))}
    </section>
  );
}

function Switch({
  place,
  label,
  values,
  isFixed,
  onChange,
}: PartProps & { readonly place: string; readonly label: string }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={values[place] === true}
        disabled={isFixed}
        onChange={(event) => onChange({ [place]: event.target.checked })}
      />{' '}
      {label}
    </label>
  );
}
