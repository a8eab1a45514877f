import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useLive } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { Pages } from '../../../shell/pages.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import { useAsk } from '../../../shell/use-ask.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { adminPage, useRefused } from '../../admin/index.js';
import { Sharing } from '../../sharing/index.js';
import type { ListDialog, ListSearch } from '../model/lists-search.js';
import { AddDialog } from '../parts/add-dialog.js';
import { ImportDialog } from '../parts/import-dialog.js';
import { ItemBar } from '../parts/item-bar.js';
import { ItemTable } from '../parts/item-table.js';
import { ListHead } from '../parts/list-head.js';
import { SourceDialog } from '../parts/source-dialog.js';
import { SyncBar } from '../parts/sync-bar.js';
import { type DataList, itemsQuery, listQuery, useListsChanged } from '../reads.js';

export const ListPage = adminPage({
  permission: 'data_lists:read',
  titleOf: ({ lists }) => lists.list,
  Content: ListOfAddress,
  isSetting: false,
});

function ListOfAddress() {
  const { loading } = useText().shell;
  const text = useAdminText().lists;
  const { listId } = useParams({ from: '/$organizationId/lists/$listId' });
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(listQuery(organizationId, listId));
  if (error && !data)
    return <RecordFailure title={text.list} error={error} retry={() => void refetch()} screen="lists" />;
  if (!data) return <Loading>{loading}</Loading>;
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <Items list={data} />
      {data.status !== 'archived' && (
        <Sharing
          {...{ kind: 'data_list', id: data.id, name: data.name }}
          isOfParent={data.readOnly}
          isUsed={data.sharedEnabled === true}
        />
      )}
    </>
  );
}

function Items({ list }: { readonly list: DataList }) {
  const text = useAdminText().lists;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { ask: _, ...search } = useSearch({ from: '/$organizationId/lists/$listId' });
  const navigate = useNavigate();
  const items = useQuery(itemsQuery(organizationId, list.id, search));
  const refused = useRefused();
  const newest = list.revision ?? 0;
  const isPast = search.revision !== undefined && search.revision < newest;
  const isFixed = list.readOnly ? text.ofParentTells : isPast ? text.pastTells : null;
  const refusal = isFixed ?? refused('data_lists:edit');
  const importRefusal = isFixed ?? refused('data_lists:bulk_import');
  const { asked, ask, close } = useAsk<ListDialog>();
  const go = (next: ListSearch): void =>
    void navigate({
      to: '/$organizationId/lists/$listId',
      params: { organizationId, listId: list.id },
      search: next,
    });
  const { later, show } = useLaterRevisions(list);
  const find = search.q === undefined ? {} : { q: search.q };
  const at = search.revision ?? newest;
  const isWhole = search.q === undefined && (search.page ?? 1) === 1;
  const travel = (to: number): void => {
    if (to >= 0 && to <= newest) go(to === newest ? find : { ...find, revision: to });
  };
  useRowKeys();
  useKeys({
    '[': () => travel(at - 1),
    ']': () => travel(at + 1),
    ...(refusal === null && { a: () => ask('add') }),
  });
  return (
    <>
      <ListHead list={list} revision={at} onTravel={travel} />
      {!list.readOnly && !isPast && <SyncBar list={list} refusal={importRefusal} />}
      <ItemBar list={list} search={search} refusal={refusal} importRefusal={importRefusal} onSearch={go} onAsk={ask} />
      <News count={later} label={text.changedTo(newest + later)} onShow={show} />
      {items.error && <FailureNotice error={items.error} retry={() => void items.refetch()} />}
      {isPast && <Notice kind="warning">{text.past(at)}</Notice>}
      {items.isPending && <Loading>{shell.loading}</Loading>}
      {items.data?.items.length === 0 && (
        <Empty title={isWhole ? text.noItems : text.nothingFound}>
          {isWhole && !isPast && <p>{text.noItemsTells}</p>}
        </Empty>
      )}
      {items.data && items.data.items.length > 0 && (
        <ItemTable listId={list.id} items={items.data.items} refusal={refusal} />
      )}
      <Pages page={search.page ?? 1} pages={items.data?.totalPages ?? 1} onPage={(page) => go({ ...search, page })} />
      {asked === 'add' && refusal === null && <AddDialog list={list} onClose={close} />}
      {asked === 'source' && importRefusal === null && <SourceDialog list={list} onClose={close} />}
      {asked === 'import' && importRefusal === null && <ImportDialog list={list} onClose={close} />}
    </>
  );
}

/**
 * Returns the number of revisions that others have made since the list was read; the shown rows do not change until the reader asks for it.
 */
function useLaterRevisions({ id, revision }: DataList) {
  const { organizationId } = usePlace();
  const queries = useQueryClient();
  const [told, setTold] = useState(0);
  const changed = useListsChanged(organizationId);
  const known = revision ?? 0;
  const show = (): void => void changed();
  useLive(
    {
      'list:changed': ({ listId, revision: made }) => {
        if (listId !== id) return;
        if (made > known) setTold((before) => Math.max(before, made));
        else void queries.invalidateQueries({ queryKey: listQuery(organizationId, id).queryKey });
      },
    },
    { onGap: show },
  );
  return { later: Math.max(0, told - known), show };
}
