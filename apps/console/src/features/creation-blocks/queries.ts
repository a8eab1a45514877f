import type { components } from '@tamis/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { readPages } from '../../data/read-pages.js';
import { useAdminText } from '../../i18n/admin.js';
import { useApi } from '../../shell/place.js';
import { useUndo } from '../../shell/undo.js';

export type CreationBlock = components['schemas']['CreationBlockDto'];
export type BlockBody = components['schemas']['CreateCreationBlockBody'];

export const blocksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'creation-blocks'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/creation-blocks', { signal }))).creationBlocks,
  });

/** The own lists of the organization: those that the parent shares block nothing. */
export const ownListsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'data-lists', 'own'],
    queryFn: ({ signal }) =>
      readPages(async (query) => {
        const answer = await answerOf(clientOf(organizationId).GET('/data-lists', { params: { query }, signal }));
        return { rows: answer.data, pagination: answer.pagination };
      }),
  });

/** Adds and removes blocks. Undo does the opposite; a block that comes back has a new id. */
export function useBlockWork(onDone: () => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().blocks;
  const queries = useQueryClient();
  const { did } = useUndo();
  const changed = async (): Promise<void> => {
    for (const kind of ['creation-blocks', 'audit'])
      await queries.invalidateQueries({ queryKey: [organizationId, kind] });
  };
  const create = async (body: BlockBody): Promise<CreationBlock> => {
    const { creationBlock } = await answerOf(api.POST('/creation-blocks', { body }));
    await changed();
    return creationBlock;
  };
  const remove = async ({ id }: CreationBlock): Promise<void> => {
    await answerOf(api.DELETE('/creation-blocks/{id}', { params: { path: { id } } }));
    await changed();
  };
  const adding = useMutation({
    mutationFn: create,
    onSuccess: (block) => {
      did(text.added(block.fieldPath), async () => {
        await remove(block);
        return text.removed(block.fieldPath);
      });
      onDone();
    },
  });
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: (_, { listId, fieldPath, scope }) =>
      did(text.removed(fieldPath), async () => {
        await create({ listId, fieldPath, scope });
        return text.added(fieldPath);
      }),
    // Somebody else may have removed it already.
    onError: changed,
  });
  return { adding, removing };
}
