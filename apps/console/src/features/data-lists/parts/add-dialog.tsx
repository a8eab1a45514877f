import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { Button, FailureNotice, Field, inputClass, Notice } from '../../../ui/index.js';
import { adminClasses, AskDialog, Choice, useRefused } from '../../admin/index.js';
import type { DataList, ItemBody } from '../reads.js';
import { ImpactTable } from './impact-table.js';
import { useAddItems } from './use-item-work.js';

/** The maximum number of values in one preview. */
const mostValues = 20;
const mostDays = 3650;
const dayMs = 86_400_000;
const severities = ['low', 'medium', 'high', 'critical'] as const;

/** The fields that all values of one dialog share. */
interface Shared {
  readonly reason: string;
  readonly severity: (typeof severities)[number];
  readonly days: string;
}

const bodyOf = ({ reason, severity, days }: Shared): Omit<ItemBody, 'primaryValue'> => ({
  severity,
  ...(reason.trim() !== '' && { reason: reason.trim() }),
  ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
});

export function AddDialog({ list, onClose }: { readonly list: DataList; readonly onClose: () => void }) {
  const text = useAdminText().lists;
  const refused = useRefused();
  const [typed, setTyped] = useState('');
  const [shared, setShared] = useState<Shared>({ reason: '', severity: 'medium', days: '' });
  const values = [...new Set(typed.split(/\r?\n/).map((each) => each.trim()))].filter((each) => each !== '');
  const missing = values.length === 0 ? text.noValues : values.length > mostValues ? text.tooMany(mostValues) : null;
  const preview = usePreview(list.id);
  const add = useAddItems(list.id);
  const problems = add.data?.errorDetails ?? [];
  const send = (): void =>
    add.mutate(
      values.map((primaryValue) => ({ primaryValue, ...bodyOf(shared) })),
      { onSuccess: ({ errorDetails }) => errorDetails.length === 0 && onClose() },
    );
  return (
    <AskDialog
      title={text.addTo(list.name)}
      label={text.add}
      error={add.error}
      isPending={add.isPending}
      refused={missing}
      onSend={send}
      onClose={onClose}
    >
      <label className={adminClasses['choice']}>
        <span>{text.values}</span>
        <textarea
          className={inputClass}
          rows={3}
          data-focus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <SharedFields shared={shared} onChange={setShared} />
      <Button
        refused={missing ?? refused('rules:execute')}
        // The button keeps the focus while it waits, so that `Ctrl Enter` still works.
        onClick={() => !preview.isPending && preview.mutate(values)}
      >
        {text.preview}
      </Button>
      {preview.error && <FailureNotice error={preview.error} />}
      {preview.data && <ImpactTable impact={preview.data} isOld={preview.variables.join('\n') !== values.join('\n')} />}
      {problems.length > 0 && <Problems problems={problems} />}
    </AskDialog>
  );
}

function usePreview(listId: string) {
  const { api } = useApi();
  return useMutation({
    mutationFn: async (values: string[]) => {
      const params = { path: { id: listId } };
      return (await answerOf(api.POST('/data-lists/{id}/impact', { params, body: { values } }))).data;
    },
  });
}

interface SharedFieldsProps {
  readonly shared: Shared;
  readonly onChange: (shared: Shared) => void;
}

function SharedFields({ shared, onChange }: SharedFieldsProps) {
  const text = useAdminText().lists;
  const { reason, severity, days } = shared;
  return (
    <div className={adminClasses['row']}>
      <Field
        label={text.reason}
        maxLength={1000}
        value={reason}
        onChange={(event) => onChange({ ...shared, reason: event.target.value })}
      />
      <Choice
        label={text.severity}
        value={severity}
        options={severities.map((each) => [each, text.severities[each]] as const)}
        onChange={(chosen) => onChange({ ...shared, severity: chosen })}
      />
      <Field
        label={text.expiresAfter}
        type="number"
        min={1}
        max={mostDays}
        value={days}
        onChange={(event) => onChange({ ...shared, days: event.target.value })}
      />
    </div>
  );
}

interface Problem {
  readonly index: number;
  readonly primaryValue: string;
  readonly message: string;
}

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const text = useAdminText().lists;
  return (
    <Notice kind="warning">
      <p>{text.notAdded}</p>
      <ul lang="en">
        {problems.map(({ index, primaryValue, message }) => (
          <li key={index}>
            <code>{primaryValue}</code>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
