import type { components } from '@tamis/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, type TamisClient } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import type { InboxSearch } from '../model/inbox-search.js';
import { alertFilterOf } from '../queries.js';

type Schemas = components['schemas'];
type Changed = Schemas['ChangedAlertDto'];
export type Refused = Schemas['RefusedAlertDto'];
export type Act = Pick<
  Schemas['ChangeAlertsBody'],
  'action' | 'assignedTo' | 'assignedToType' | 'status' | 'resolution' | 'reason'
>;

/** Selects alerts: chosen ones, or all that a filter found at the time it was shown. */
export type Chosen = { readonly ids: readonly string[] } | { readonly filter: InboxSearch; readonly asOf: string };

export interface Outcome {
  readonly changed: readonly Changed[];
  readonly failed: readonly Refused[];
}

/** The maximum number of alerts that one request changes. */
const most = 500;
/** The maximum number of requests for one filter: a hundred thousand alerts. */
const mostRequests = 200;

const parts = <Item>(items: readonly Item[]): readonly Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, part) => items.slice(part * most, (part + 1) * most));

async function changeAll(api: TamisClient, act: Act, chosen: Chosen): Promise<Outcome> {
  const changed: Changed[] = [];
  const failed: Refused[] = [];
  const send = async (which: object): Promise<string | null> => {
    const answer = await answerOf(api.POST('/intelligence/alerts/bulk', { body: { ...act, ...which } }));
    changed.push(...answer.changed);
    failed.push(...answer.failed);
    return answer.nextAfter;
  };
  if ('ids' in chosen) {
    for (const alertIds of parts(chosen.ids)) await send({ alertIds });
    return { changed, failed };
  }
  const which = { filter: alertFilterOf(chosen.filter), asOf: chosen.asOf };
  let after = await send(which);
  for (let requests = 1; after !== null && requests < mostRequests; requests += 1)
    after = await send({ ...which, after });
  return { changed, failed };
}

async function takeBack(api: TamisClient, all: readonly Changed[]): Promise<Outcome> {
  const changed: Changed[] = [];
  const failed: Refused[] = [];
  for (const changes of parts(all)) {
    const answer = await answerOf(api.POST('/intelligence/alerts/revert', { body: { changes } }));
    changed.push(...answer.changed);
    failed.push(...answer.failed);
  }
  return { changed, failed };
}

/** Provides changes of alerts, which report how many were changed and can be undone. */
export function useAlertWork(onRefused: (failed: readonly Refused[]) => void) {
  const { organizationId, api } = useApi();
  const text = useText().inbox;
  const queries = useQueryClient();
  const { did } = useUndo();
  const reread = (): Promise<void> => queries.invalidateQueries({ queryKey: [organizationId, 'work'] });
  const undo = (changed: readonly Changed[]) => async (): Promise<string> => {
    const back = await takeBack(api, changed);
    await reread();
    return text.takenBack(back.changed.length, back.failed.length);
  };
  const changing = useMutation({
    mutationFn: ({ act, chosen }: { readonly act: Act; readonly chosen: Chosen }) => changeAll(api, act, chosen),
    onSuccess: async ({ changed, failed }, { act }) => {
      onRefused(failed);
      if (changed.length > 0 || failed.length === 0)
        did(text.done[act.action](changed.length), changed.length > 0 ? undo(changed) : null);
      await reread();
    },
  });
  const taking = useMutation({
    mutationFn: (search: InboxSearch) => {
      const { assignedTo: _, ...filter } = alertFilterOf(search);
      return answerOf(api.POST('/intelligence/alerts/next', { body: { filter } }));
    },
    onSuccess: async ({ alert, entryId }) => {
      if (alert && entryId !== null) did(text.taken(alert.name), undo([{ alertId: alert.id, entryId }]));
      await reread();
    },
  });
  const joining = useMutation({
    mutationFn: ({ ids, name }: { readonly ids: readonly string[]; readonly name: string }) =>
      answerOf(api.POST('/intelligence/alerts/consolidate', { body: { alertIds: [...ids], name } })),
    onSuccess: async ({ investigation }, { ids }) => {
      did(text.joined(ids.length, investigation.investigationNumber), async () => {
        const params = { path: { id: investigation.id } };
        await answerOf(
          api.POST('/intelligence/investigations/{id}/alerts/unlink', { params, body: { alertIds: [...ids] } }),
        );
        await reread();
        return text.parted(investigation.investigationNumber);
      });
      await reread();
    },
  });
  return { changing, taking, joining };
}
