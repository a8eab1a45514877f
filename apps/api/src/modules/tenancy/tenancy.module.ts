import { Module } from '@nestjs/common';

import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BillingModule } from './billing/billing.module.js';
import { MembersModule } from './members/members.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { PeopleModule } from './people/index.js';

/** Organizations, their people and what these may do. */
@Module({ imports: [ApiKeysModule, AuditModule, BillingModule, MembersModule, OrganizationsModule, PeopleModule] })
export class TenancyModule {}
