import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { adminClasses, AskDialog, ConfirmDialog, LeaveGuard } from '../../admin/index.js';
import { isSameSet } from '../model/rights.js';
import type { ApiKey, Right } from '../reads.js';
import { RightsGrid } from './rights-grid.js';
import { useKeyWork } from './use-key-work.js';

interface KeyFormProps {
  /** Absent for a new key. */
  readonly apiKey: ApiKey | undefined;
  readonly refusal: string | null;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

const mostDays = 3650;
const dayMs = 86_400_000;

export function KeyForm({ apiKey, refusal, onSecret, onClose }: KeyFormProps) {
  const text = useAdminText().access;
  const { close } = useText().shell;
  const [name, setName] = useState(apiKey?.name ?? '');
  const [days, setDays] = useState('');
  const [addresses, setAddresses] = useState(apiKey?.ipAllowlist.join(', ') ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(apiKey?.scopes ?? []));
  const { create, change, changed } = useKeyWork(apiKey, onSecret);
  const isFixed = refusal !== null || (apiKey !== undefined && apiKey.status !== 'active');
  // The form closes once the key is created.
  const isOver = change.isPending || create.isPending || create.isSuccess;
  const isChanged =
    name.trim() !== (apiKey?.name ?? '') ||
    days !== '' ||
    addresses !== (apiKey?.ipAllowlist.join(', ') ?? '') ||
    !isSameSet(chosen, apiKey?.scopes ?? []);
  const missing = name.trim() === '' ? text.needsName : chosen.size === 0 ? text.needsRights : null;
  const send = (): void => {
    const ipAllowlist = addresses.split(/[\s,]+/).filter((each) => each !== '');
    const body = { name: name.trim(), permissions: [...chosen] as Right[], ipAllowlist };
    if (apiKey) return change.mutate(body);
    const expiresAt = days === '' ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() };
    create.mutate({ ...body, ...expiresAt }, { onSuccess: onClose });
  };
  const error = create.error ?? change.error;
  return (
    <section className={screen['panel']} aria-label={apiKey?.name ?? text.newKey}>
      <form
        className={adminClasses['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === null && !isFixed) send();
        }}
      >
        <h2>{apiKey?.name ?? text.newKey}</h2>
        <LeaveGuard isChanged={isChanged && !isOver} isOfOpen />
        {apiKey && apiKey.status !== 'active' && <Notice kind="warning">{text.keyIsOver}</Notice>}
        {!isFixed && (
          <div className={adminClasses['row']}>
            <Field label={text.name} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
            {!apiKey && <DaysField value={days} onChange={setDays} />}
            <Field
              label={text.addresses}
              placeholder="10.0.0.0/8"
              value={addresses}
              onChange={(event) => setAddresses(event.target.value)}
            />
          </div>
        )}
        <RightsGrid chosen={chosen} onChange={setChosen} isReadOnly={isFixed} />
        {error && <FailureNotice error={error} onReadAgain={() => void changed()} />}
        <Actions>
          {!isFixed && (
            <Button look="main" type="submit" refused={missing} disabled={create.isPending || change.isPending}>
              {apiKey ? text.save : text.makeKey}
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            {close}
          </Button>
        </Actions>
      </form>
      {!isFixed && apiKey && <KeyEnds apiKey={apiKey} onSecret={onSecret} />}
    </section>
  );
}

function DaysField({ value, onChange }: { readonly value: string; readonly onChange: (days: string) => void }) {
  const text = useAdminText().access;
  return (
    <Field
      label={text.expiresAfter}
      type="number"
      min={1}
      max={mostDays}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Actions that end a key: rotating its secret, or revoking it. */
function KeyEnds({ apiKey, onSecret }: { readonly apiKey: ApiKey; readonly onSecret: (secret: string) => void }) {
  const text = useAdminText().access;
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null);
  const [hours, setHours] = useState('24');
  const { rotate, revoke } = useKeyWork(apiKey, onSecret);
  const close = (): void => setAsked(null);
  return (
    <>
      <Actions>
        <Button onClick={() => setAsked('rotate')}>{text.rotate}</Button>
        <Button onClick={() => setAsked('revoke')}>{text.revoke}</Button>
      </Actions>
      {asked === 'rotate' && (
        <AskDialog
          title={text.rotate}
          label={text.rotate}
          error={rotate.error}
          isPending={rotate.isPending}
          onSend={() => rotate.mutate(Number(hours), { onSuccess: close })}
          onClose={close}
        >
          <p>{text.rotateTells}</p>
          <Field
            label={text.overlapHours}
            type="number"
            required
            min={0}
            max={168}
            value={hours}
            onChange={(event) => setHours(event.target.value)}
          />
        </AskDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title={text.revoke}
          tells={text.revokeTells}
          name={apiKey.name}
          label={text.revoke}
          error={revoke.error}
          isPending={revoke.isPending}
          onSend={() => revoke.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
