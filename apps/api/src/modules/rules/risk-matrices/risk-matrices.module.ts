import { Module } from '@nestjs/common';

import { RiskMatricesController } from './risk-matrices.controller.js';
import { DefaultMatrices } from './matrix-defaults.js';
import { ReadRiskMatrices } from './read-risk-matrices.js';
import { WriteRiskMatrix } from './write-risk-matrix.js';

/** Risk matrices: which rules belong together, and how their scores are interpreted. */
@Module({
  controllers: [RiskMatricesController],
  providers: [DefaultMatrices, ReadRiskMatrices, WriteRiskMatrix],
})
export class RiskMatricesModule {}
