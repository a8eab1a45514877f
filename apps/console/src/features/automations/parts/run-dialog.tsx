import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useUndo } from '../../../shell/undo.js';
import { AskDialog } from '../../admin/index.js';
import { type Automation, type RunBody, useAutomationActs } from '../queries.js';
import { JsonField, useJsonField } from './json-field.js';
import { RecordField } from './record-field.js';

interface RunProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

/** Starts an automation that is triggered manually. */
export function RunDialog({ automation: { id, name }, onClose }: RunProps) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const { running } = useAutomationActs();
  const [entityId, setEntityId] = useState('');
  const [transactionId, setTransactionId] = useState('');
  const data = useJsonField();
  const run = (): void => {
    const body = {
      ...(entityId !== '' && { entityId: entityId }),
      ...(transactionId !== '' && { transactionId: transactionId }),
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
      <RecordField kind="entity" value={entityId} onChange={setEntityId} />
      <RecordField kind="transaction" value={transactionId} onChange={setTransactionId} />
      <JsonField label={text.data} field={data} />
    </AskDialog>
  );
}
