import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../../shell/place.js';
import { writeItemCsv } from '../model/item-csv.js';
import type { ListSearch } from '../model/lists-search.js';
import { type DataList, readAllItems } from '../reads.js';

/** What is shown, all pages of it, as a file that can be imported again; false: it is cut, there were too many. */
export function useExport(list: DataList, search: ListSearch) {
  const { organizationId } = usePlace();
  return useMutation({
    mutationFn: async () => {
      const { items, isWhole } = await readAllItems(organizationId, list.id, search);
      const address = URL.createObjectURL(new Blob([writeItemCsv(items)], { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${list.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
      link.click();
      URL.revokeObjectURL(address);
      return isWhole;
    },
  });
}
