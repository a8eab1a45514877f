import { Module } from '@nestjs/common';

import { AlertsModule } from './alerts/alerts.module.js';
import { CasesModule } from './cases/cases.module.js';

/** What people look at: alerts and cases. */
@Module({ imports: [AlertsModule, CasesModule] })
export class CaseworkModule {}
