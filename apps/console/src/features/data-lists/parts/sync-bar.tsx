import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time, ToldTime } from '../../../shell/time.js';
import { Actions, Badge, Button, FailureNotice, Notice } from '../../../ui/index.js';
import { sourceOf } from '../model/list-source.js';
import { type DataList, isUnderWay, type ListSync, syncsQuery, useListsChanged } from '../reads.js';

interface SyncBarProps {
  readonly list: DataList;
  /** The reason why nobody can request a sync here. */
  readonly refusal: string | null;
}

/** Shows the result of the latest sync of a list, and the time of the next one. */
export function SyncBar({ list, refusal }: SyncBarProps) {
  const text = useAdminText().lists;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { address, byItself } = sourceOf(list);
  const { data, error } = useQuery(syncsQuery(organizationId, list.id));
  const asking = useAsking(list);
  const syncs = data ?? [];
  const [newest] = syncs;
  const last = syncs.find(({ finishedAt }) => finishedAt !== null);
  const isBusy = asking.isPending || isUnderWay(newest);
  useListAfterSync(organizationId, data && (last?.id ?? null));
  if (!URL.canParse(address)) return null;
  return (
    <>
      <div className={screen['filters']} data-sync={isBusy ? 'busy' : 'idle'}>
        <span>{text.syncedWith(new URL(address).host)}</span>
        <span className={screen['soft']}>
          {isBusy && text.syncing}
          {!isBusy && list.lastSyncAt && <ToldTime told={text.lastSync} at={list.lastSyncAt} look="ago" />}
          {!isBusy && !list.lastSyncAt && text.neverSynced}
          {!isBusy &&
            byItself &&
            newest?.status === 'queued' &&
            `, ${text.nextSync(formats.since(newest.dueAt, Date.now()))}`}
        </span>
        <Button refused={refusal} disabled={isBusy} onClick={() => asking.mutate(false)}>
          {text.syncNow}
        </Button>
      </div>
      {(asking.error ?? error) && <FailureNotice error={asking.error ?? error} />}
      {last?.status === 'failed' && !isBusy && (
        <Notice kind="warning">
          <p>
            <ToldTime told={text.syncFailed} at={last.finishedAt!} look="ago" />
          </p>
          <p lang="en">{last.problem}</p>
          {last.isDoubted && (
            <Actions>
              <Button refused={refusal} onClick={() => asking.mutate(true)}>
                {text.syncAll}
              </Button>
            </Actions>
          )}
        </Notice>
      )}
      {last && (
        <div className={screen['grid']}>
          <History syncs={syncs} />
        </div>
      )}
    </>
  );
}

function History({ syncs }: { readonly syncs: readonly ListSync[] }) {
  const text = useAdminText().lists;
  return (
    <details className={screen['panel']}>
      <summary>{text.syncs}</summary>
      <div className={screen['wide']}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.when}</th>
              <th scope="col">{text.state}</th>
              <th scope="col">{text.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {syncs.map((sync) => (
              <tr key={sync.id} data-synced={sync.status}>
                <td>
                  <Time at={sync.finishedAt ?? sync.dueAt} />
                </td>
                <td>
                  <Badge sign={sync.status === 'failed' ? '✕' : sync.status === 'completed' ? '●' : '○'}>
                    {text.syncStatuses[sync.status]}
                  </Badge>
                </td>
                <td>
                  <Outcome sync={sync} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Outcome({ sync: { result, problem } }: { readonly sync: ListSync }) {
  const text = useAdminText().lists;
  if (problem !== null) return <span lang="en">{problem}</span>;
  if (result === null) return null;
  if (result.notModified) return text.notModified;
  const [first] = result.errorDetails;
  return (
    <>
      {text.syncCounts(result.created, result.updated, result.removed, result.errors)}
      {first && (
        <span lang="en" className={screen['soft']}>
          {' '}
          ({first.row}: {[first.field, first.message].join(' ').trim()})
        </span>
      )}
    </>
  );
}

function useAsking({ id }: DataList) {
  const { organizationId, api } = useApi();
  const changed = useListsChanged(organizationId);
  return useMutation({
    mutationFn: (force: boolean) =>
      answerOf(api.POST('/data-lists/{id}/sync', { params: { path: { id } }, body: { force } })),
    onSuccess: () => changed(),
  });
}

/**
 * Reads the items again after a sync that ended since the page was opened. `lastId` is `null` if none has ended, and `undefined` until it
 * is known.
 */
function useListAfterSync(organizationId: string, lastId: string | null | undefined): void {
  const changed = useListsChanged(organizationId);
  const known = useRef(lastId);
  useEffect(() => {
    if (known.current !== undefined && known.current !== lastId) void changed();
    known.current = lastId;
  }, [lastId]);
}
