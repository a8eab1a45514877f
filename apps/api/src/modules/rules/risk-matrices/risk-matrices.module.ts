import { Module } from '@nestjs/common';

import { RiskMatricesController } from './risk-matrices.controller.js';
import { DefaultMatrices } from './matrix-defaults.js';
import { ReadRiskMatrices } from './read-risk-matrices.js';
import { WriteRiskMatrix } from './write-risk-matrix.js';

/** Risk matrices: which rules belong together, and what their scores come to. */
@Module({
  controllers: [RiskMatricesController],
  providers: [DefaultMatrices, ReadRiskMatrices, WriteRiskMatrix],
})
export class RiskMatricesModule {}
