import { Module } from '@nestjs/common';

import { RiskMatricesController } from './http/risk-matrices.controller.js';
import { DefaultMatrices } from './use-cases/matrix-defaults.js';
import { ReadRiskMatrices } from './use-cases/read-risk-matrices.js';
import { WriteRiskMatrix } from './use-cases/write-risk-matrix.js';

/** Risk matrices: which rules belong together, and what their scores come to. */
@Module({
  controllers: [RiskMatricesController],
  providers: [DefaultMatrices, ReadRiskMatrices, WriteRiskMatrix],
})
export class RiskMatricesModule {}
