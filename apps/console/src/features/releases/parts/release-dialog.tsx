import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { Actions, Button, Dialog, FailureNotice, Field, Loading, Notice } from '../../../ui/index.js';
import { isOpen } from '../model/gate-state.js';
import { emptyGuardForm, guardBodyOf } from '../model/guard-form.js';
import { gatesQuery, versionTextQuery } from '../queries.js';
import classes from '../releases.module.css';
import { GateList } from './gate-list.js';
import { GuardFields } from './guard-fields.js';
import { TextDiff } from './text-diff.js';
import { useRelease } from './use-release.js';

const publishKey = 'Ctrl ↵';

type Rule = components['schemas']['RuleRecordDto'];

interface ReleaseDialogProps {
  readonly rule: Rule;
  /** Whether there is an unsaved text, which is not part of the release. */
  readonly isUnsaved: boolean;
  readonly onClose: () => void;
}

/** R5: all gates at once, the guard, the reason, and the changes. */
export function ReleaseDialog({ rule, isUnsaved, onClose }: ReleaseDialogProps) {
  const { releases: text } = useText();
  const { organizationId } = useApi();
  const gates = useQuery(gatesQuery(organizationId, rule.id, rule.version));
  return (
    <Dialog title={text.title(rule.key, rule.version)} onClose={onClose}>
      {gates.isPending && <Loading>{text.reading}</Loading>}
      {gates.error && <FailureNotice error={gates.error} retry={() => void gates.refetch()} />}
      {isUnsaved && <Notice kind="warning">{text.unsaved}</Notice>}
      {gates.data && <ReleaseForm rule={rule} gates={gates.data} onDone={onClose} />}
    </Dialog>
  );
}

interface ReleaseFormProps {
  readonly rule: Rule;
  readonly gates: components['schemas']['RuleGatesDto'];
  readonly onDone: () => void;
}

function ReleaseForm({ rule, gates, onDone }: ReleaseFormProps) {
  const { releases: text, shell } = useText();
  const [reason, setReason] = useState('');
  const [guardForm, setGuardForm] = useState(emptyGuardForm);
  const release = useRelease(rule.id, onDone);
  const needed = useRefusal()('rules:publish');
  const guard = guardBodyOf(guardForm);
  const form = { reason, hasGuard: guard !== null, minReasonCharacters: gates.minReasonCharacters };
  const isUnfinished = guardForm.isOn && guard === null;
  const refusal =
    needed !== null
      ? shell.needs(needed)
      : isUnfinished
        ? text.guardUnfinished
        : isOpen(gates.gates, form)
          ? null
          : text.gatesClosed;
  const put = (status: 'active' | 'shadow' | 'inactive'): void => {
    if (release.isPending || (refusal !== null && status !== 'inactive')) return;
    const dryRunId = gates.dryRun?.dryRunId ?? null;
    release.mutate({ status, version: gates.version, ifVersion: rule.version, reason, guard, dryRunId });
  };
  useKeys({ 'mod+enter': () => put('active') });
  const isWaiting = gates.gates.some(({ gate, isAsked }) => gate === 'secondPerson' && isAsked);
  const isBeside = gates.activeVersion !== null && gates.activeVersion !== gates.version;
  return (
    <div className={classes['release']}>
      <GateList ruleId={rule.id} gates={gates} form={form} />
      <Changes rule={rule} gates={gates} />
      <GuardFields stored={rule.guard?.text ?? null} form={guardForm} onChange={setGuardForm} />
      <Field label={text.reason} value={reason} autoFocus onChange={(event) => setReason(event.target.value)} />
      {isWaiting && <p>{text.secondPersonTells}</p>}
      {release.error && <FailureNotice error={release.error} />}
      <Actions>
        {rule.status === 'active' && (
          <Button refused={needed && shell.needs(needed)} disabled={release.isPending} onClick={() => put('inactive')}>
            {text.switchOff}
          </Button>
        )}
        <Button refused={refusal} disabled={release.isPending} onClick={() => put('shadow')}>
          {isBeside ? text.shadowBeside(gates.activeVersion ?? 0) : text.shadow}
        </Button>
        <Button look="main" refused={refusal} disabled={release.isPending} onClick={() => put('active')}>
          {isWaiting ? text.ask : text.publish} <kbd>{publishKey}</kbd>
        </Button>
      </Actions>
    </div>
  );
}

/** Differences from the active version, in words and line by line. */
function Changes({ rule, gates }: Pick<ReleaseFormProps, 'rule' | 'gates'>) {
  const text = useText().releases;
  const { organizationId } = useApi();
  const { activeVersion, version, changes } = gates;
  const isOther = activeVersion !== null && activeVersion !== version;
  const { data: before } = useQuery(versionTextQuery(organizationId, rule.id, isOther ? activeVersion : null));
  if (activeVersion === null) return <p>{text.firstRelease}</p>;
  if (!isOther) return <p>{text.isInForce(version)}</p>;
  return (
    <section className={classes['changes']} aria-label={text.changes(activeVersion, version)}>
      <h3>{text.changes(activeVersion, version)}</h3>
      <ul lang="en">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {before !== undefined && <TextDiff before={before} after={rule.source} />}
    </section>
  );
}
