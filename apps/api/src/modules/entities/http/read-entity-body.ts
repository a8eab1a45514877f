import { isISO31661Alpha2 } from 'class-validator';

import { invalid, memberText } from '../../../platform/http/index.js';
import type { NewEntity } from '../use-cases/create-entity.js';
import type { CreateEntityBody } from './create-entity.body.js';
import { readRelationships } from './declared-relationship.body.js';

/** A checked body as the entity it asks for; `json` is its text, for the parts that are stored verbatim. */
export function readEntityBody(body: CreateEntityBody, json: string): NewEntity {
  const other = body.type === 'person' ? 'company' : 'person';
  if (body.entityData?.[other] != null) {
    throw invalid({ [`entityData.${other}`]: `does not belong to an entity of type ${body.type}` });
  }
  const nationality = body.entityData?.[body.type]?.nationality;
  return {
    type: body.type,
    name: body.name,
    countryCode: body.countryCode,
    externalId: body.externalId ?? undefined,
    taxId: body.taxId ?? undefined,
    nationality: isISO31661Alpha2(nationality) ? nationality : undefined,
    status: body.status ?? undefined,
    isClient: body.isClient ?? false,
    registrationDate: body.registrationDate ?? undefined,
    entityDataJson: objectText(json, 'entityData') ?? '{}',
    attributesJson: objectText(json, 'attributes') ?? '{}',
    operationalHoursJson: objectText(json, 'operationalHours'),
    riskMatrixIds: namedMatrices(body),
    skipRulesExecution: body.skipRulesExecution ?? false,
    relationships: readRelationships(body.relationships ?? []),
  };
}

/** `riskMatrixIds` takes precedence. */
const namedMatrices = ({ riskMatrixIds, riskMatrixId }: CreateEntityBody): readonly string[] =>
  riskMatrixIds?.length ? [...new Set(riskMatrixIds)] : riskMatrixId == null ? [] : [riskMatrixId].flat();

function objectText(json: string, member: string): string | null {
  const text = memberText(json, member);
  return text === undefined || text === 'null' ? null : text;
}
