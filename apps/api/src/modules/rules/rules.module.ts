import { Module } from '@nestjs/common';

import { RiskMatricesModule } from './risk-matrices/risk-matrices.module.js';
import { RuleGuardsModule } from './rule-guards/rule-guards.module.js';
import { RulesModule } from './rules/rules.module.js';
import { SharingModule } from './sharing/sharing.module.js';

/** Rules as people write and share them. */
@Module({ imports: [RiskMatricesModule, RuleGuardsModule, RulesModule, SharingModule] })
export class RulesRoomModule {}
