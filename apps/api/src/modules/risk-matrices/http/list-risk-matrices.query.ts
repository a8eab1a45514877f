import { PageQuery, QueryBoolean, QueryEnumList, TextField } from '../../../platform/http/index.js';
import {
  riskMatrixCategories,
  riskMatrixStatuses,
  type RiskMatrixCategory,
  type RiskMatrixStatus,
} from '../../rule-sets/index.js';
import { riskMatrixLimits as limits } from '../domain/risk-matrix-limits.js';

/** Query of `GET /risk-matrices`. */
export class ListRiskMatricesQuery extends PageQuery {
  @QueryEnumList(riskMatrixStatuses, 'RiskMatrixStatus') status?: RiskMatrixStatus[];
  @QueryEnumList(riskMatrixCategories, 'RiskMatrixCategory') category?: RiskMatrixCategory[];
  @TextField({ min: 1, max: limits.nameCharacters, description: 'In name, key and description' }) search?: string;
  @QueryBoolean({ description: 'Default false' }) includeArchived?: boolean;
}

/** Query of `DELETE /risk-matrices/{id}`. */
export class ArchiveRiskMatrixQuery {
  @QueryBoolean({
    description: 'Archives one that is a default or assigned to entities too, which then is so no longer',
  })
  force?: boolean;
}
