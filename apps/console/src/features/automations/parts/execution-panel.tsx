import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { Facts, OpenPanel } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Time } from '../../../shell/time.js';
import { Actions, Button, FailureNotice } from '../../../ui/index.js';
import { AskDialog, useRefused } from '../../admin/index.js';
import { type Execution, useAutomationActs } from '../queries.js';
import { ExecutionBadge } from './badges.js';
import { JsonField, useJsonField } from './json-field.js';
import { useNames } from './use-names.js';

/** One execution: its trigger, and each step. */
export function ExecutionPanel(props: { readonly execution: Execution; readonly onClose: () => void }) {
  const text = useAdminText().automations;
  const formats = useFormats();
  const { execution, onClose } = props;
  const { type, ...about } = execution.trigger;
  const { reason } = useNames();
  return (
    <OpenPanel title={text.execution} onClose={onClose}>
      <Facts
        facts={[
          [text.state, <ExecutionBadge status={execution.status} />],
          [text.columns.reason, execution.reason && reason(execution.reason)],
          [text.columns.at, <Time key="createdAt" at={execution.createdAt} look="both" />],
          [text.columns.version, formats.number(execution.version)],
          [text.startedBy, String(about['event'] ?? type)],
          ...(Object.keys(text.about) as (keyof typeof text.about)[]).map((kind) => {
            const id = about[kind];
            return [text.about[kind], typeof id === 'string' ? <Subject kind={kind} id={id} /> : null] as const;
          }),
        ]}
      />
      <ExecutionActions execution={execution} />
      <Steps steps={execution.steps} />
    </OpenPanel>
  );
}

interface SubjectProps {
  readonly kind: string;
  readonly id: string;
}

/** A record that an execution refers to, as a link to its page if it has one. */
function Subject({ kind, id }: SubjectProps) {
  const { organizationId } = usePlace();
  const shown = <code>{id}</code>;
  if (kind === 'entityId')
    return (
      <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: id }}>
        {shown}
      </Link>
    );
  if (kind === 'transactionId')
    return (
      <Link to="/$organizationId/payments/$transactionId/why" params={{ organizationId, transactionId: id }}>
        {shown}
      </Link>
    );
  if (kind === 'investigationId')
    return (
      <Link to="/$organizationId/cases/$caseId" params={{ organizationId, caseId: id }}>
        {shown}
      </Link>
    );
  return shown;
}

function ExecutionActions({ execution: { id, status } }: { readonly execution: Execution }) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const refusal = useRefused()('automations:execute');
  const { continuing, cancelling } = useAutomationActs();
  const [isContinuing, setContinuing] = useState(false);
  const payload = useJsonField();
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled';
  if (isOver) return null;
  const goOn = (): void =>
    continuing.mutate(
      { executionId: id, payload: payload.value ?? {} },
      {
        onSuccess: () => {
          did(text.continued, null);
          setContinuing(false);
        },
      },
    );
  return (
    <>
      {cancelling.error && <FailureNotice error={cancelling.error} />}
      <Actions>
        {status === 'waiting' && (
          <Button look="main" refused={refusal} onClick={() => setContinuing(true)}>
            {text.continue}
          </Button>
        )}
        <Button
          refused={refusal}
          disabled={cancelling.isPending}
          onClick={() => cancelling.mutate(id, { onSuccess: () => did(text.cancelled, null) })}
        >
          {text.cancel}
        </Button>
      </Actions>
      {isContinuing && (
        <AskDialog
          title={text.continue}
          label={text.continue}
          error={continuing.error}
          isPending={continuing.isPending}
          refused={payload.refused}
          onSend={goOn}
          onClose={() => setContinuing(false)}
        >
          <JsonField label={text.payload} field={payload} />
        </AskDialog>
      )}
    </>
  );
}

function Steps({ steps }: Pick<Execution, 'steps'>) {
  const text = useAdminText().automations;
  const { action } = useNames();
  if (steps.length === 0) return <p>{text.noSteps}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{text.columns.step}</th>
          <th scope="col">{text.columns.result}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ nodeId, actionType, status, outcome, result, error }, index) => (
          <tr key={`${nodeId} ${index}`} data-step={status}>
            <td className={screen['words']}>
              {actionType === null ? text.condition : action(actionType)} <code>{nodeId}</code>
            </td>
            <td className={screen['words']}>
              {outcome === null ? text.stepStatuses[status] : text.outcomes[outcome]}
              {error && (
                <p lang="en">
                  <code>{error.code}</code> {error.message}
                </p>
              )}
              {result !== null && (
                <p>
                  <code>{JSON.stringify(result)}</code>
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
