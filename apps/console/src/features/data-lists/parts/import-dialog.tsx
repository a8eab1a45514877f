import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { inputClass, Notice } from '../../../ui/index.js';
import { adminClasses, AskDialog } from '../../admin/index.js';
import { type ItemFields, readItemCsv } from '../model/item-csv.js';
import { type DataList, useListsChanged } from '../reads.js';

const mostItems = 50_000;
const mostBytes = 20_000_000;
const shownItems = 5;

/** Imports the items of a file. One invalid row rejects all, unless invalid rows are to be skipped. */
export function ImportDialog({ list, onClose }: { readonly list: DataList; readonly onClose: () => void }) {
  const text = useAdminText().lists;
  const [items, setItems] = useState<readonly ItemFields[]>([]);
  const [isTooLarge, setTooLarge] = useState(false);
  const [skips, setSkips] = useState(false);
  const [replaces, setReplaces] = useState(false);
  const importing = useImport(list);
  const read = async (file: File | undefined): Promise<void> => {
    importing.reset();
    setTooLarge(file !== undefined && file.size > mostBytes);
    setItems(file && file.size <= mostBytes ? readItemCsv(await file.text()) : []);
  };
  const counts = importing.data;
  const missing = items.length === 0 ? text.noFile : items.length > mostItems ? text.tooMany(mostItems) : null;
  return (
    <AskDialog
      title={text.importTo(list.name)}
      label={text.import}
      error={importing.error}
      isPending={importing.isPending}
      refused={counts ? text.imported(counts.created, counts.updated) : missing}
      onSend={() => importing.mutate({ items, skips, replaces })}
      onClose={onClose}
    >
      <label className={adminClasses['choice']}>
        <span>{text.file}</span>
        <input
          className={inputClass}
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <small>{text.fileTells}</small>
      </label>
      {isTooLarge && <Notice kind="warning">{text.tooLarge}</Notice>}
      {items.length > 0 && (
        <p role="status">
          {text.read(items.length)}{' '}
          {items
            .slice(0, shownItems)
            .map((item) => item['primaryValue'] ?? '–')
            .join(', ')}
          {items.length > shownItems && ' …'}
        </p>
      )}
      <label>
        <input type="checkbox" checked={skips} onChange={(event) => setSkips(event.target.checked)} /> {text.skipWrong}
      </label>
      <label>
        <input type="checkbox" checked={replaces} onChange={(event) => setReplaces(event.target.checked)} />{' '}
        {text.replaceExisting}
      </label>
      {counts && (
        <Notice kind={counts.errors > 0 ? 'warning' : 'good'}>
          <p>{text.counts(counts.created, counts.updated, counts.duplicates, counts.errors)}</p>
          {counts.errorDetails.length > 0 && (
            <ul lang="en">
              {counts.errorDetails.slice(0, mostShownErrors).map(({ row, message }) => (
                <li key={row}>
                  {row}: {message}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </AskDialog>
  );
}

const mostShownErrors = 20;

interface Import {
  readonly items: readonly ItemFields[];
  readonly skips: boolean;
  readonly replaces: boolean;
}

function useImport(list: DataList) {
  const { organizationId, api } = useApi();
  const text = useAdminText().lists;
  const changed = useListsChanged(organizationId);
  const { did } = useUndo();
  return useMutation({
    mutationFn: async ({ items, skips, replaces }: Import) => {
      const params = { path: { id: list.id } };
      const body = { items: [...items], skipValidationErrors: skips, replaceExisting: replaces };
      return (await answerOf(api.POST('/data-lists/{id}/items/bulk', { params, body }))).data;
    },
    onSuccess: async ({ created, updated }) => {
      await changed();
      did(text.imported(created, updated), null);
    },
  });
}
