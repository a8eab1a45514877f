import { Module } from '@nestjs/common';

import { OrganizationsController } from './http/organizations.controller.js';
import { ChangeOrganization } from './use-cases/change-organization.js';
import { CreateChild } from './use-cases/create-child.js';
import { ResetSandbox } from './use-cases/reset-sandbox.js';

/** Production and sandbox organizations, their children and settings. */
@Module({ controllers: [OrganizationsController], providers: [ChangeOrganization, CreateChild, ResetSandbox] })
export class OrganizationsModule {}
