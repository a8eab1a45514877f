import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '../../../data/members.js';
import { sessionQuery } from '../../../data/session.js';
import { teamsQuery } from '../../../data/teams.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { membersQuery } from '../queries.js';

/** Returns the active members, by id; empty if members may not be read. */
function useMembers() {
  const { organizationId, permissions } = usePlace();
  return useQuery(membersQuery(organizationId, permissions.includes('members:read'))).data ?? [];
}

/**
 * Returns the members of the environment, with the permission that each lacks if the work needs one of the given ones. Without permission to
 * read roles, none is known to lack any.
 */
export function useAssignees(needs: readonly string[]) {
  const { organizationId, permissions, environment } = usePlace();
  const { data: roles } = useQuery(rolesQuery(organizationId, permissions.includes('roles:read')));
  return useMembers()
    .filter(({ environmentAccess: access }) => access === 'both' || access === environment)
    .map(({ id, name, roleId }) => {
      const granted: readonly string[] | undefined = roles?.find((role) => role.id === roleId)?.permissions;
      const isAble = granted?.some((each) => needs.includes(each)) ?? true;
      return { id, name, lacks: isAble ? null : (needs[0] ?? null) };
    });
}

/** Returns the teams to which work can be assigned, by id. */
export function useTeams(): readonly { readonly id: string; readonly name: string }[] {
  const { organizationId, permissions } = usePlace();
  return useQuery(teamsQuery(organizationId, permissions.includes('members:read'))).data ?? [];
}

export const useOwnId = (): string | undefined => useQuery(sessionQuery).data?.user.id;

/** Shows to whom something is assigned. Without permission to read members, it shows only whether it is one's own. */
export function AssigneeName({ id }: { readonly id: string | null }) {
  const text = useText().inbox;
  const members = useMembers();
  const teams = useTeams();
  const own = useOwnId();
  if (id === null) return text.nobody;
  if (id === own) return text.me;
  const team = teams.find((each) => each.id === id);
  if (team) return text.team(team.name);
  return members.find((member) => member.id === id)?.name ?? text.someone;
}
