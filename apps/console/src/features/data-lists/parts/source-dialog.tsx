import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Field, inputClass } from '../../../ui/index.js';
import { adminClasses, AskDialog, Choice } from '../../admin/index.js';
import { configWith, frequencies, type ListSource, readColumns, sourceOf } from '../model/list-source.js';
import { type DataList, useListsChanged } from '../reads.js';

/** Edits the source of the items of a list, and how often it is read. */
export function SourceDialog({ list, onClose }: { readonly list: DataList; readonly onClose: () => void }) {
  const text = useAdminText().lists;
  const [source, setSource] = useState(sourceOf(list));
  const [key, setKey] = useState('');
  const saving = useSaving(list, onClose);
  const columns = readColumns(source.columns);
  const change = (some: Partial<ListSource>): void => setSource({ ...source, ...some });
  const isNamed = frequencies.some((each) => each === source.frequency);
  const choices = [
    ...frequencies.map((each) => [each as string, text.frequencies[each]] as const),
    ...(isNamed ? [] : [[source.frequency, source.frequency] as const]),
  ];
  return (
    <AskDialog
      title={text.sourceOf(list.name)}
      label={text.keepSource}
      error={saving.error}
      isPending={saving.isPending}
      refused={'wrong' in columns ? text.columnsWrong(columns.wrong) : null}
      onSend={() => 'mapping' in columns && saving.mutate({ config: configWith(list, source, key), ...columns })}
      onClose={onClose}
    >
      <p>{text.sourceTells}</p>
      <Field
        label={text.address}
        type="url"
        required
        placeholder="https://"
        value={source.address}
        onChange={(event) => change({ address: event.target.value })}
      />
      <label>
        <input
          type="checkbox"
          checked={source.byItself}
          onChange={(event) => change({ byItself: event.target.checked })}
        />{' '}
        {text.byItself}
      </label>
      <Choice
        label={text.frequency}
        value={source.frequency}
        options={choices}
        disabled={!source.byItself}
        onChange={(frequency) => change({ frequency })}
      />
      <Field
        label={text.key}
        hint={text.keyTells}
        type="password"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <label className={adminClasses['choice']}>
        <span>{text.columns}</span>
        <textarea
          className={inputClass}
          rows={3}
          value={source.columns}
          onChange={(event) => change({ columns: event.target.value })}
        />
        <small>{text.columnsExample}</small>
      </label>
    </AskDialog>
  );
}

interface Saved {
  readonly config: Record<string, unknown>;
  readonly mapping: Record<string, string>;
}

function useSaving(list: DataList, onSaved: () => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().lists;
  const changed = useListsChanged(organizationId);
  const { did } = useUndo();
  const [shown] = useState(list.version);
  return useMutation({
    mutationFn: async ({ config, mapping }: Saved) => {
      const params = { path: { id: list.id } };
      const body = { config, fieldMappings: mapping, ...(shown !== null && { ifVersion: shown }) };
      await answerOf(api.PATCH('/data-lists/{id}', { params, body }));
    },
    // If somebody else has saved a version, the dialog shows it when it is opened again.
    onError: () => void changed(),
    onSuccess: async () => {
      await changed();
      did(text.sourceKept(list.name), null);
      onSaved();
    },
  });
}
