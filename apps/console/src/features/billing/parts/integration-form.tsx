import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { adminClasses, LeaveGuard, useRefused } from '../../admin/index.js';
import { amountOf } from '../model/cents.js';
import type { Integration } from '../reads.js';
import { useSwitch } from './use-switch.js';

interface IntegrationFormProps {
  readonly integration: Integration;
  readonly onClose: () => void;
}

/** The settings and costs of an integration; stored secrets are never shown, and stay unchanged if nothing is typed. */
export function IntegrationForm({ integration, onClose }: IntegrationFormProps) {
  const text = useAdminText().billing;
  const { close } = useText().shell;
  const { name, description, documentation, settings, organization, supportsMonitoring } = integration;
  const shown = settings.map(({ name: setting, value }) => [setting, value ?? ''] as const);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(Object.fromEntries(shown));
  const [monitors, setMonitors] = useState(organization.monitoringEnabled);
  const refused = useRefused()('integrations:manage');
  const switching = useSwitch(integration);
  const changed = settings.flatMap(({ name: setting, value }) => {
    const now = (typed[setting] ?? '').trim();
    return now === '' || now === value ? [] : [[setting, now] as const];
  });
  const isChanged = changed.length > 0 || monitors !== organization.monitoringEnabled;
  const lacking = settings.find((each) => each.isRequired && !each.isSet && (typed[each.name] ?? '').trim() === '');
  const send = (enabled: boolean): void => {
    const config = changed.length === 0 ? {} : { config: Object.fromEntries(changed) };
    switching.mutate(
      { enabled, ...(enabled && supportsMonitoring && { monitoringEnabled: monitors }), ...config },
      // Secrets are not shown again, so the field is empty as before.
      {
        onSuccess: () =>
          setTyped((now) => ({
            ...now,
            ...Object.fromEntries(settings.filter(({ isSecret }) => isSecret).map(({ name: secret }) => [secret, ''])),
          })),
      },
    );
  };
  const missing = lacking ? text.lacks(lacking.name) : null;
  return (
    <section className={screen['panel']} aria-label={name}>
      <h2>{name}</h2>
      <LeaveGuard isChanged={isChanged && !switching.isPending} isOfOpen />
      <p lang="en">{description}</p>
      <Costs integration={integration} />
      {documentation !== '' && <p className={screen['soft']}>{documentation}</p>}
      {organization.blocked && <Notice kind="warning">{text.blockedTells}</Notice>}
      <SettingFields {...{ settings, typed }} isDisabled={refused !== null} onChange={setTyped} />
      {supportsMonitoring && (
        <label>
          <input
            type="checkbox"
            checked={monitors}
            disabled={refused !== null}
            onChange={(event) => setMonitors(event.target.checked)}
          />{' '}
          {text.monitors}
        </label>
      )}
      {switching.error && <FailureNotice error={switching.error} />}
      <Actions>
        {organization.enabled && (
          <Button refused={refused} disabled={switching.isPending} onClick={() => send(false)}>
            {text.switchOff}
          </Button>
        )}
        <Button look="main" refused={refused ?? missing} disabled={switching.isPending} onClick={() => send(true)}>
          {organization.enabled ? text.save : text.switchOn}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {close}
        </Button>
      </Actions>
    </section>
  );
}

interface SettingFieldsProps {
  readonly settings: Integration['settings'];
  readonly typed: Readonly<Record<string, string>>;
  readonly isDisabled: boolean;
  readonly onChange: (typed: Readonly<Record<string, string>>) => void;
}

function SettingFields({ settings, typed, isDisabled, onChange }: SettingFieldsProps) {
  const text = useAdminText().billing;
  return settings.map(({ name: setting, description: about, isSecret, isSet }) => (
    <Field
      key={setting}
      data-setting={setting}
      label={setting}
      hint={isSecret && isSet ? text.secretIsSet : about}
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      disabled={isDisabled}
      value={typed[setting] ?? ''}
      onChange={(event) => onChange({ ...typed, [setting]: event.target.value })}
    />
  ));
}

function Costs({ integration }: { readonly integration: Integration }) {
  const text = useAdminText().billing;
  const formats = useFormats();
  const { pricing, requiredFields, requiredOneOf, providesFields, averageExecutionMs } = integration;
  const needs = [...requiredFields, ...requiredOneOf.map((each) => each.join(' | '))];
  return (
    <dl className={adminClasses['facts']}>
      <dt>{text.price}</dt>
      <dd>
        {formats.money(amountOf(pricing.organizationPriceCents), pricing.currency)} · {text.onlySuccess}
      </dd>
      <dt>{text.needs}</dt>
      <dd>
        <code>{needs.join(', ')}</code>
      </dd>
      <dt>{text.provides}</dt>
      <dd>
        <code>{providesFields.join(', ')}</code>
      </dd>
      {averageExecutionMs !== null && (
        <>
          <dt>{text.takes}</dt>
          <dd>{text.milliseconds(formats.number(averageExecutionMs))}</dd>
        </>
      )}
    </dl>
  );
}
