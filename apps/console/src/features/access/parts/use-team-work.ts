import { useMutation } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf } from '../../../data/client.js';
import type { Team } from '../../../data/teams.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { useAccessChanged } from '../reads.js';

type Change = components['schemas']['ChangeTeamBody'];

interface Membership {
  readonly team: Pick<Team, 'id' | 'name'>;
  readonly memberId: string;
  readonly isIn: boolean;
}

/** Creates, renames and removes teams, and changes their members. Changes can be undone. */
export function useTeamWork() {
  const { organizationId, api } = useApi();
  const text = useAdminText().access;
  const changed = useAccessChanged(organizationId);
  const { did } = useUndo();
  const change = async (id: string, body: Change): Promise<void> => {
    await answerOf(api.PATCH('/teams/{id}', { params: { path: { id } }, body }));
    await changed();
  };
  const drop = async (id: string): Promise<void> => {
    await answerOf(api.DELETE('/teams/{id}', { params: { path: { id } } }));
    await changed();
  };
  const restore = async (id: string): Promise<void> => {
    await answerOf(api.POST('/teams/{id}/restore', { params: { path: { id } } }));
    await changed();
  };
  const set = async ({ team, memberId, isIn }: Membership): Promise<void> => {
    const params = { path: { id: team.id, memberId } };
    const path = '/teams/{id}/members/{memberId}';
    await (isIn ? answerOf(api.PUT(path, { params })) : answerOf(api.DELETE(path, { params })));
    await changed();
  };
  const make = useMutation({
    mutationFn: async (asked: string) => {
      const { team } = await answerOf(api.POST('/teams', { body: { name: asked } }));
      await changed();
      return team;
    },
    onSuccess: (team) => {
      did(text.made(team.name), async () => {
        await drop(team.id);
        return text.removed(team.name);
      });
    },
  });
  const rename = useMutation({
    mutationFn: ({ team: { id, version }, to }: { readonly team: Team; readonly to: string }) =>
      change(id, { name: to, ifVersion: version }),
    // If somebody else has saved a version, the dialog shows it when it is opened again.
    onError: () => void changed(),
    onSuccess: (_, { team, to }) => {
      did(text.changed(to), async () => {
        await change(team.id, { name: team.name });
        return text.changedBack(team.name);
      });
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: Team) => drop(id),
    onSuccess: (_, { id, name: removed }) => {
      did(text.removed(removed), async () => {
        await restore(id);
        return text.restored(removed);
      });
    },
  });
  const join = useMutation({
    mutationFn: set,
    onSuccess: (_, move) => {
      did(text.changed(move.team.name), async () => {
        await set({ ...move, isIn: !move.isIn });
        return text.changedBack(move.team.name);
      });
    },
  });
  return { make, rename, remove, join };
}
