import { invalid } from '../../../../platform/http/index.js';
import { readEntityBody } from '../../../parties/entities/index.js';
import type { AutomaticRequest } from '../domain/automatic-request.js';
import type { AutomaticEntityBody } from './automatic-entity.body.js';

/** Reads the body. Throws 400. `json` is the text of the body, for the parts that are stored verbatim. */
export function readAutomaticEntity(body: AutomaticEntityBody, json: string): AutomaticRequest {
  const { type, taxId, depth, shareholderDepth, riskMatrixPersonId, riskMatrixCompanyId } = body;
  const countryCode = (body.country ?? body.countryCode)?.toUpperCase();
  if (countryCode === undefined) throw invalid({ country: 'country is required' });
  // The tax id serves as the name until the register provides it.
  const entity = readEntityBody({ ...body, name: taxId, countryCode }, json);
  return {
    subject: { type, countryCode, taxId },
    entity: { ...entity, entityDataJson: '{}' },
    depth: depth ?? shareholderDepth ?? 1,
    children: body.autoExecuteIntegrationsShareholders ?? {},
    childMatrices: {
      person: riskMatrixPersonId ?? null,
      company: riskMatrixCompanyId ?? null,
    },
  };
}
