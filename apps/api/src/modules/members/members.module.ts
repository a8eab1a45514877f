import { Module } from '@nestjs/common';

import { MembersController } from './http/members.controller.js';
import { RolesController } from './http/roles.controller.js';
import { ChangeMembers } from './use-cases/change-members.js';
import { ChangeRoles } from './use-cases/change-roles.js';

/** The people of an account, their roles, and in which environment they may act. */
@Module({ controllers: [MembersController, RolesController], providers: [ChangeMembers, ChangeRoles] })
export class MembersModule {}
