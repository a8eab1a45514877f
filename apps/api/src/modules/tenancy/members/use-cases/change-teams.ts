import { Injectable } from '@nestjs/common';

import { byPrincipal, findNewestEntries, isUnchanged, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { memberAuditEntry, teamAuditEntry } from '../domain/member-audit.js';
import { teamChanged } from '../domain/member-events.js';
import type { Member } from '../domain/member.js';
import type { Team } from '../domain/team.js';
import { findMember, findWholeTeam } from '../persistence/member-store.js';
import { requireHomeOrganization } from '../persistence/role-store.js';
import {
  addAllToTeam,
  addToTeam,
  countTeams,
  deleteTeam,
  findTeam,
  lockTeam,
  removeFromTeam,
  upsertTeam,
} from '../persistence/team-store.js';

export interface TeamRequest {
  readonly name: string;
  readonly description: string | null;
}

/** Teams of an account and their members. Open work of a removed team returns to the queue, unless the team is restored soon. */
@Injectable()
export class ChangeTeams {
  constructor(private readonly database: TenantDatabase) {}

  /** Creates a team. Throws 409 `DUPLICATE_NAME` and `TEAM_LIMIT_REACHED`. */
  create(principal: Principal, request: TeamRequest): Promise<Team> {
    return this.withFreeName(principal, async (client, home) => {
      await assertRoom(client, home);
      return store(client, principal, home, null, { ...request, id: newId() });
    });
  }

  /** Changes a team. Throws 404, 409 `DUPLICATE_NAME`, and 409 `VERSION_CONFLICT` unless it has the given version, if there is one. */
  change(principal: Principal, id: string, change: Partial<TeamRequest>, ifVersion?: number): Promise<Team> {
    return this.withFreeName(principal, async (client, home) => {
      const before = await requireTeam(client, home, id);
      checkVersion('The team', before.version, ifVersion);
      const after = { ...before, ...change };
      return isUnchanged(teamAuditEntry(before, after)) ? before : store(client, principal, home, before, after);
    });
  }

  async remove(principal: Principal, id: string, now: Date): Promise<void> {
    await this.database.transaction(principal.organizationId, async (client) => {
      const home = await requireHomeOrganization(client, principal);
      const before = await requireTeam(client, home, id);
      const members = await findWholeTeam(client, home, id);
      await deleteTeam(client, home, id);
      await writeEvents(
        client,
        members.map((member) => teamChanged(member, before, false, principal, now)),
      );
      const memberIds = members.map((member) => member.id);
      await recordAudit(client, byPrincipal(principal), [teamAuditEntry(before, null, memberIds)]);
    });
  }

  /**
   * Restores a deleted team with its id from the audit log, with those of its members who still exist. An existing team is returned
   * unchanged. Throws 404 for an unknown team, 409 `DUPLICATE_NAME` and `TEAM_LIMIT_REACHED`.
   */
  restore(principal: Principal, id: string, now: Date): Promise<Team> {
    return this.withFreeName(principal, async (client, home) => {
      const standing = await lockTeam(client, home, id);
      if (standing) return standing;
      await assertRoom(client, home);
      const [entry] = await findNewestEntries(client, home, { type: 'team', ids: [id], events: ['team_deleted'] });
      if (!entry) throw notFound('Team');
      const { name, description, members } = entry.changes;
      await upsertTeam(client, home, {
        ...{ id, name: name!.previous as string, description: (description?.previous ?? null) as string | null },
      });
      await addAllToTeam(client, home, id, (members?.previous ?? []) as readonly string[]);
      const after = (await findTeam(client, home, id))!;
      const back = await findWholeTeam(client, home, id);
      await writeEvents(
        client,
        back.map((member) => teamChanged(member, after, true, principal, now)),
      );
      const memberIds = back.map((member) => member.id);
      await recordAudit(client, byPrincipal(principal), [teamAuditEntry(null, after, memberIds)]);
      return after;
    });
  }

  /** Adds or removes a member. The response is the same if this changes nothing. Throws 404 and 409 `TEAM_LIMIT_REACHED`. */
  setMember(principal: Principal, id: string, memberId: string, isIn: boolean, now: Date): Promise<Team> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const home = await requireHomeOrganization(client, principal);
      const team = await requireTeam(client, home, id);
      const before = await findMember(client, home, memberId, 'locked');
      if (!before) throw notFound('Member');
      const isChanged = await (isIn ? addToTeam : removeFromTeam)(client, home, id, memberId);
      if (!isChanged) return team;
      if (isIn && team.memberCount >= limits.teams.members)
        throw new ApiError('TEAM_LIMIT_REACHED', `A team has at most ${limits.teams.members} members`);
      const after = (await findMember(client, home, memberId))!;
      await recordMove(client, principal, { before, after, team, isIn }, now);
      return (await findTeam(client, home, id))!;
    });
  }

  /** Runs in the organization that stores the teams of the account. */
  private async withFreeName(
    principal: Principal,
    work: (client: Transaction, home: string) => Promise<Team>,
  ): Promise<Team> {
    try {
      return await this.database.transaction(principal.organizationId, async (client) =>
        work(client, await requireHomeOrganization(client, principal)),
      );
    } catch (error) {
      if (violatedConstraint(error) !== 'teams_name') throw error;
      throw new ApiError('DUPLICATE_NAME', 'Another team has this name', { name: 'is in use' });
    }
  }
}

async function assertRoom(client: Transaction, home: string): Promise<void> {
  if ((await countTeams(client, home)) < limits.teams.account) return;
  throw new ApiError('TEAM_LIMIT_REACHED', `An account has at most ${limits.teams.account} teams`);
}

async function requireTeam(client: Transaction, home: string, id: string): Promise<Team> {
  const team = await lockTeam(client, home, id);
  if (!team) throw notFound('Team');
  return team;
}

async function store(
  client: Transaction,
  principal: Principal,
  home: string,
  before: Team | null,
  team: TeamRequest & { readonly id: string },
): Promise<Team> {
  await upsertTeam(client, home, team);
  const after = (await findTeam(client, home, team.id))!;
  await recordAudit(client, byPrincipal(principal), [teamAuditEntry(before, after)]);
  return after;
}

interface TeamMove {
  readonly before: Member;
  readonly after: Member;
  readonly team: Team;
  readonly isIn: boolean;
}

async function recordMove(
  client: Transaction,
  principal: Principal,
  { before, after, team, isIn }: TeamMove,
  now: Date,
): Promise<void> {
  await writeEvents(client, [teamChanged(after, team, isIn, principal, now)]);
  await recordAudit(client, byPrincipal(principal), [memberAuditEntry('member_updated', before, after)]);
}
