import { Module } from '@nestjs/common';

import { OrganizationsController } from './http/organizations.controller.js';
import { ChangeOrganization } from './use-cases/change-organization.js';
import { CreateChild } from './use-cases/create-child.js';
import { CreateOrganization } from './use-cases/create-organization.js';
import { ResetSandbox } from './use-cases/reset-sandbox.js';

/** Production and sandbox organizations, their children and settings. */
@Module({
  controllers: [OrganizationsController],
  providers: [ChangeOrganization, CreateChild, CreateOrganization, ResetSandbox],
})
export class OrganizationsModule {}
