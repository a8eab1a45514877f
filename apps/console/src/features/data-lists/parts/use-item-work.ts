import { useMutation } from '@tanstack/react-query';
import { answerOf, type TamisClient } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type ItemBody, type ListItem, useListsChanged } from '../reads.js';

const removeItem = (api: TamisClient, id: string, itemId: string): Promise<unknown> =>
  answerOf(api.DELETE('/data-lists/{id}/items/{itemId}', { params: { path: { id, itemId } } }));

export function useRemoveItem(listId: string) {
  const { organizationId, api } = useApi();
  const text = useAdminText().lists;
  const changed = useListsChanged(organizationId);
  const { did } = useUndo();
  return useMutation({
    mutationFn: (item: ListItem) => removeItem(api, listId, item.id),
    onSuccess: async (_, item) => {
      await changed();
      did(text.removed(item.primaryValue), async () => {
        const params = { path: { id: listId, itemId: item.id } };
        await answerOf(api.POST('/data-lists/{id}/items/{itemId}/restore', { params }));
        await changed();
        return text.putBack(item.primaryValue);
      });
    },
  });
}

/** Adds items; undo removes those that were not there before. */
export function useAddItems(listId: string) {
  const { organizationId, api } = useApi();
  const text = useAdminText().lists;
  const changed = useListsChanged(organizationId);
  const { did } = useUndo();
  const params = { path: { id: listId } };
  const idOf = async (value: string): Promise<string | null> => {
    const { items } = await answerOf(api.POST('/data-lists/{id}/items/find', { params, body: { value } }));
    return items.find(({ primaryValue }) => primaryValue === value)?.id ?? null;
  };
  return useMutation({
    mutationFn: async (items: ItemBody[]) =>
      (await answerOf(api.POST('/data-lists/{id}/items', { params, body: { items } }))).data,
    onSuccess: async ({ created, errorDetails }, items) => {
      await changed();
      const refused = new Set(errorDetails.map(({ index }) => index));
      const made = items.filter((_, index) => !refused.has(index));
      if (created === 0) return;
      const back = async (): Promise<string> => {
        for (const { primaryValue } of made) {
          const id = await idOf(primaryValue);
          if (id !== null) await removeItem(api, listId, id);
        }
        await changed();
        return text.takenAway(made.length);
      };
      // If some items already existed and are not named, the new ones are unknown.
      did(text.added(created), created === made.length ? back : null);
    },
  });
}
