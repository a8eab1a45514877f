import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, type TamisClient } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';

/** Work other than alerts and cases that can also be assigned. */
export type OtherKind = 'matches' | 'reviews';

/** The permissions of which one is enough to do the work. */
export const workingNeeds: Readonly<Record<OtherKind | 'alerts' | 'cases', readonly string[]>> = {
  alerts: ['alerts:edit', 'alerts:resolve'],
  cases: ['cases:edit'],
  matches: ['alerts:resolve'],
  reviews: ['kyc:review'],
};

/** The permission required to take and assign it. */
export const assigningNeeds: Readonly<Record<OtherKind, string>> = { matches: 'alerts:assign', reviews: 'kyc:review' };

interface Given {
  readonly assignedTo: string;
  /** The assignee that is required for the change to be made. */
  readonly ifAssignedTo?: string;
}

const takes: Readonly<Record<OtherKind, (api: TamisClient) => Promise<{ readonly id: string | null }>>> = {
  matches: (api) => answerOf(api.POST('/screening-matches/next', { body: {} })),
  reviews: (api) => answerOf(api.POST('/api/kyc/validations/next')),
};

const gives = {
  matches: (api: TamisClient, id: string, body: Given) =>
    answerOf(api.PUT('/screening-matches/{id}/assign', { params: { path: { id } }, body })),
  reviews: (api: TamisClient, id: string, body: Given) =>
    answerOf(api.PUT('/api/kyc/validations/{id}/assign', { params: { path: { id } }, body })),
} as const;

/** Takes and assigns work; both can be undone unless somebody has assigned it again meanwhile. */
export function useAssigning(kind: OtherKind) {
  const { organizationId, api } = useApi();
  const text = useText().inbox;
  const queries = useQueryClient();
  const { did } = useUndo();
  const reread = (): Promise<void> => queries.invalidateQueries({ queryKey: [organizationId, 'work'] });
  const back = (id: string, to: string | null, from: string | null) => async (): Promise<string> => {
    await gives[kind](api, id, { assignedTo: to ?? 'unassigned', ifAssignedTo: from ?? 'unassigned' });
    await reread();
    return text.givenBack;
  };
  const taking = useMutation({
    mutationFn: () => takes[kind](api),
    onSuccess: async ({ id }) => {
      if (id !== null) did(text.takenOne, back(id, null, 'me'));
      await reread();
    },
  });
  const giving = useMutation({
    mutationFn: ({ id, to }: { readonly id: string; readonly to: string }) => gives[kind](api, id, { assignedTo: to }),
    onSuccess: async ({ id, assignedTo, previousAssignedTo }) => {
      const told = assignedTo === null ? text.givenToNobody : text.given;
      if (assignedTo !== previousAssignedTo) did(told, back(id, previousAssignedTo, assignedTo));
      await reread();
    },
  });
  return { taking, giving };
}
