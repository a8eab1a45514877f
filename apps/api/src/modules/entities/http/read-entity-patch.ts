import { invalid, sentFields } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import type { EntityPatch } from '../domain/entity-patch.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { partyTypes } from '../domain/entity-enumerations.js';
import type { ChangeAttributesBody, ChangeEntityBody } from './change-entity.bodies.js';
import { foreignData, nationalityOf, objectText, readMatrixIds, readRiskFactors } from './read-entity-body.js';

/** A checked body as the patch it asks for, of one entity; `json` is its text, for the parts that are stored verbatim. */
export function readEntityPatch(body: ChangeEntityBody, json: string, entity: EntityRow): EntityPatch {
  const entityDataJson = objectText(json, 'entityData') ?? undefined;
  const reason = body.reason?.trim();
  const problems = {
    ...(entityDataJson !== undefined && foreignData(entity.type, entityDataJson)),
    ...(entityDataJson !== undefined && entity.type === 'payment_method' && paymentProblem),
    ...(reason !== undefined && reason.length < limits.reasonMinCharacters && reasonProblem),
    ...(body.taxId != null && !isParty(entity) && { taxId: 'only a person or a company has a tax id' }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const { name, taxId, countryCode, status, registrationDate, isClient, statusLocked } = sentFields(body);
  return defined({
    ...{ name, taxId, status, registrationDate, isClient, statusLocked, reason },
    countryCode: countryCode?.toUpperCase(),
    nationality:
      body.nationality === undefined ? (nationalityOf(body) ?? undefined) : (body.nationality?.toUpperCase() ?? null),
    email: body.email,
    phone: body.phone,
    expiresAt: body.expiresAt,
    riskMatrixIds: readMatrixIds(body),
    ...readRiskFactors(body.riskFactors, json),
    attributesJson: objectText(json, 'attributes') ?? undefined,
    entityDataJson,
    operationalHoursJson: body.operationalHours === undefined ? undefined : objectText(json, 'operationalHours'),
    skipRulesExecution: body.skipRulesExecution ?? false,
  });
}

/** A checked body as the patch of attributes it asks for. */
export function readAttributesPatch({ mode, skipRulesExecution }: ChangeAttributesBody, json: string): EntityPatch {
  const text = objectText(json, 'attributes')!;
  return {
    ...(mode === 'replace' ? { newAttributesJson: text } : { attributesJson: text }),
    attributesOnly: true,
    skipRulesExecution: skipRulesExecution ?? false,
  };
}

const isParty = ({ type }: EntityRow): boolean => (partyTypes as readonly string[]).includes(type);

// Its account number is sealed apart from the record, where nothing may be written over it.
const paymentProblem = { entityData: 'of a payment method does not change: store another' };

const reasonProblem = {
  reason: `reason must have ${limits.reasonMinCharacters} to ${limits.reasonCharacters} characters, trimmed`,
};

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
const defined = <T extends object>(members: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>;
