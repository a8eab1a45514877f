import { Global, Module } from '@nestjs/common';

import { Memberships } from '../../../platform/auth/index.js';
import { MembersController } from './http/members.controller.js';
import { RolesController } from './http/roles.controller.js';
import { TeamsController } from './http/teams.controller.js';
import { StoredMemberships } from './persistence/memberships.js';
import { ChangeMembers } from './use-cases/change-members.js';
import { ChangeRoles } from './use-cases/change-roles.js';
import { ChangeTeams } from './use-cases/change-teams.js';

/** The people of an account, their roles, and the environments in which they may act, as required by the guard of all routes. */
@Global()
@Module({
  controllers: [TeamsController, MembersController, RolesController],
  providers: [ChangeMembers, ChangeRoles, ChangeTeams, { provide: Memberships, useClass: StoredMemberships }],
  exports: [Memberships],
})
export class MembersModule {}
