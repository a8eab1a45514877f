import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useUndo } from '../../../shell/undo.js';
import { Field } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';
import { type Automation, type RunBody, useAutomationActs } from '../queries.js';
import { JsonField, useJsonField } from './json-field.js';

interface RunProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

/** Runs one that starts by hand. */
export function RunDialog({ automation: { id, name }, onClose }: RunProps) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const { running } = useAutomationActs();
  const [entityId, setEntityId] = useState('');
  const [transactionId, setTransactionId] = useState('');
  const data = useJsonField();
  const run = (): void => {
    const body = {
      ...(entityId.trim() !== '' && { entityId: entityId.trim() }),
      ...(transactionId.trim() !== '' && { transactionId: transactionId.trim() }),
      ...(data.value && Object.keys(data.value).length > 0 && { data: data.value }),
    } as RunBody;
    running.mutate(
      { id, body },
      {
        onSuccess: () => {
          did(text.ran(name), null);
          onClose();
        },
      },
    );
  };
  return (
    <AskDialog
      title={text.runTitle(name)}
      label={text.runNow}
      error={running.error}
      isPending={running.isPending}
      refused={data.refused}
      onSend={run}
      onClose={onClose}
    >
      <Field
        label={text.entityId}
        hint={text.idHint}
        value={entityId}
        onChange={(event) => setEntityId(event.target.value)}
      />
      <Field
        label={text.transactionId}
        value={transactionId}
        onChange={(event) => setTransactionId(event.target.value)}
      />
      <JsonField label={text.data} field={data} />
    </AskDialog>
  );
}
