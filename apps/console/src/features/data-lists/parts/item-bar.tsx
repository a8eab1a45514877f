import { useMutation } from '@tanstack/react-query';
import { csvFile, saveFile } from '../../../data/save-file.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, FailureNotice, Notice } from '../../../ui/index.js';
import { writeItemCsv } from '../model/item-csv.js';
import type { ListDialog, ListSearch } from '../model/lists-search.js';
import { type DataList, readAllItems } from '../reads.js';

interface ItemBarProps {
  readonly list: DataList;
  readonly search: ListSearch;
  /** The reason why nothing can be added, followed by the reason why nothing can be imported. */
  readonly refusal: string | null;
  readonly importRefusal: string | null;
  readonly onSearch: (search: ListSearch) => void;
  readonly onAsk: (what: ListDialog) => void;
}

/** The filter of the items, and the operations on all of them. */
export function ItemBar({ list, search, refusal, importRefusal, onSearch, onAsk }: ItemBarProps) {
  const text = useAdminText().lists;
  const { filters } = useText().shell;
  const exporting = useExport(list, search);
  const { revision } = search;
  return (
    <>
      <div className={screen['filters']} role="search" aria-label={filters}>
        <FilterField
          label={text.searchItems}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ ...(q !== '' && { q }), ...(revision !== undefined && { revision }) })}
        />
        <Button look="main" refused={refusal} onClick={() => onAsk('add')}>
          {text.add} <kbd>a</kbd>
        </Button>
        <Button refused={importRefusal} onClick={() => onAsk('import')}>
          {text.import}
        </Button>
        {!list.readOnly && (
          <Button refused={importRefusal} onClick={() => onAsk('source')}>
            {text.source}
          </Button>
        )}
        <Button disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {text.export}
        </Button>
      </div>
      {exporting.data === false && <Notice kind="warning">{text.exportCut}</Notice>}
      {exporting.error && <FailureNotice error={exporting.error} />}
    </>
  );
}

/**
 * Exports all pages of the shown items as a file that can be imported again; returns `false` if it is incomplete because there were too
 * many.
 */
function useExport(list: DataList, search: ListSearch) {
  const { organizationId } = usePlace();
  return useMutation({
    mutationFn: async () => {
      const { items, isWhole } = await readAllItems(organizationId, list.id, search);
      saveFile(`${list.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`, csvFile(writeItemCsv(items)));
      return isWhole;
    },
  });
}
