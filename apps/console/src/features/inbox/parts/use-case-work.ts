import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { type CaseStatus, nextStatuses } from '../model/case-timeline.js';

type Case = components['schemas']['InvestigationDto'];
type Assignment = Pick<components['schemas']['AssignInvestigationBody'], 'assignedTo' | 'assignedToType' | 'ifVersion'>;
type Move = components['schemas']['MoveInvestigationBody'];

/** Provides the operations on a case, each of which can be undone. Those that replace what others may have changed name its version. */
export function useCaseWork({ id, status, assignedTo, assignedToType, investigationNumber: number }: Case) {
  const { organizationId, api } = useApi();
  const text = useText();
  const queries = useQueryClient();
  const { did } = useUndo();
  const params = { path: { id } };
  const reread = (): Promise<void> => queries.invalidateQueries({ queryKey: [organizationId, 'work'] });
  const put = async (body: Move) => {
    const answer = await answerOf(api.PATCH('/intelligence/investigations/{id}/status', { params, body }));
    await reread();
    return answer;
  };
  const told = (to: CaseStatus): string => text.cases.moved(number, text.inbox.statuses[to]);
  // The previous value is passed with the request, because after it the page shows its result.
  const moving = useMutation({
    mutationFn: ({ body }: { readonly body: Move; readonly from: CaseStatus }) => put(body),
    onSuccess: ({ resolvedAlerts }, { body: { status: to }, from }) => {
      const wayBack: CaseStatus = nextStatuses[to].includes(from) ? from : 'IN_PROGRESS';
      did(told(to), async () => {
        await put({ status: wayBack, reason: text.cases.byMistake });
        if (resolvedAlerts.length > 0)
          await answerOf(api.POST('/intelligence/alerts/revert', { body: { changes: [...resolvedAlerts] } }));
        await reread();
        return told(wayBack);
      });
    },
  });
  const give = async (body: Assignment): Promise<void> => {
    await answerOf(api.PUT('/intelligence/investigations/{id}/assign', { params, body }));
    await reread();
  };
  const assigning = useMutation({
    mutationFn: ({ to }: { readonly to: Assignment; readonly from: Assignment | null }) => give(to),
    onSuccess: (_, { from }) => {
      const back = async (owner: Assignment): Promise<string> => {
        await give(owner);
        return text.cases.givenBack(number);
      };
      did(text.cases.assigned(number), from === null ? null : () => back(from));
    },
  });
  const join = (ids: readonly string[]) =>
    answerOf(api.POST('/intelligence/investigations/{id}/alerts', { params, body: { alertIds: [...ids] } }));
  const unlink = (ids: readonly string[]) =>
    answerOf(api.POST('/intelligence/investigations/{id}/alerts/unlink', { params, body: { alertIds: [...ids] } }));
  const linking = useMutation({
    mutationFn: ({ ids, isIn }: { readonly ids: readonly string[]; readonly isIn: boolean }) =>
      isIn ? unlink(ids) : join(ids),
    onSuccess: async (_, { ids, isIn }) => {
      did(isIn ? text.inbox.parted(number) : text.inbox.joined(ids.length, number), async () => {
        await (isIn ? join(ids) : unlink(ids));
        await reread();
        return isIn ? text.inbox.joined(ids.length, number) : text.inbox.parted(number);
      });
      await reread();
    },
  });
  return {
    error: moving.error ?? assigning.error ?? linking.error,
    readAgain: async (): Promise<void> => {
      await reread();
      for (const each of [moving, assigning, linking]) each.reset();
    },
    move: (body: Move): void => moving.mutate({ body, from: status }),
    assign: (to: Assignment): void => {
      const from = assignedTo === null ? null : { assignedTo, ...(assignedToType && { assignedToType }) };
      assigning.mutate({ to, from });
    },
    /** Adds an alert to the case, or removes it. */
    link: (alertId: string, isIn: boolean): void => linking.mutate({ ids: [alertId], isIn }),
  };
}
