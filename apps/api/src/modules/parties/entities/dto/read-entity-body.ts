import { isObject } from '@tamis/stdx';
import { isISO31661Alpha2 } from 'class-validator';

import { invalid, memberText, objectMembers } from '../../../../platform/http/index.js';
import { dataKey } from '../domain/data-key.js';
import { type EntityType, entityTypes, partyTypes } from '../domain/entity-enumerations.js';
import type { RiskFactor } from '../domain/entity-record.js';
import type { NewEntity } from '../domain/new-entity.js';
import type { CreateEntityBody } from './create-entity.body.js';
import { readRelationships } from './declared-relationship.body.js';

const isParty = (type: EntityType): boolean => (partyTypes as readonly string[]).includes(type);

/** Converts a validated body to the entity it describes; `json` is its text, for the parts that are stored verbatim. */
export function readEntityBody(body: CreateEntityBody, json: string): NewEntity {
  const { type } = body;
  const entityDataJson = objectText(json, 'entityData') ?? '{}';
  const problems = { ...problemsOf(body), ...findForeignData(type, entityDataJson) };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return {
    ...body,
    name: body.name ?? body.externalId ?? type.replaceAll('_', ' '),
    countryCode: toUpperCode(body.countryCode),
    nationality: toUpperCode(body.nationality) ?? nationalityOf(body),
    riskMatrixIds: readMatrixIds(body) ?? [],
    isClient: body.isClient ?? false,
    skipRulesExecution: body.skipRulesExecution ?? false,
    monitoringCodes: readMonitoringCodes(body.monitoring),
    riskFactors: [],
    ...readRiskFactors(body.riskFactors, json),
    entityDataJson,
    attributesJson: objectText(json, 'attributes') ?? '{}',
    operationalHoursJson: objectText(json, 'operationalHours'),
    relationships: readRelationships(body.relationships ?? [], json),
  };
}

/** Returns integrations that are to monitor the entity: `monitoring.main[<code>]` is `{watchlist: true}`, or `true`. */
function readMonitoringCodes(monitoring: object | null | undefined): readonly string[] {
  const main = (isObject(monitoring) ? monitoring['main'] : undefined) ?? {};
  if (!isObject(main)) throw invalid({ 'monitoring.main': 'monitoring.main must be an object' });
  const problems: Record<string, string> = {};
  const codes = Object.entries(main).filter(([code, wish]) => {
    const isWatched: unknown = isObject(wish) ? (wish['watchlist'] ?? false) : (wish ?? false);
    if (typeof isWatched !== 'boolean')
      problems[`monitoring.main.${code}`] = 'must be `{watchlist: true}`, `{watchlist: false}` or a boolean';
    return isWatched === true;
  });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return codes.map(([code]) => code);
}

function problemsOf({ type, name, countryCode, taxId, status }: CreateEntityBody): Record<string, string> {
  return {
    ...(type === 'payment_method' && { type: 'a payment method is created with `entityType`' }),
    ...(isParty(type) && name == null && { name: 'name is required' }),
    ...(isParty(type) && countryCode == null && { countryCode: 'countryCode is required' }),
    ...(!isParty(type) && taxId != null && { taxId: 'only a person or a company has a tax id' }),
    ...(status === 'deleted' && { status: 'an entity cannot be created with the status deleted' }),
  };
}

/** Finds data of another entity type, which is not allowed. Data that is not of any type belongs to the caller. */
export function findForeignData(type: EntityType, entityDataJson: string): Record<string, string> {
  const others = new Set(entityTypes.filter((each) => each !== type).map(dataKey));
  const sent = [...objectMembers(entityDataJson)].filter(({ value }) => value !== 'null');
  const foreign = sent.map(({ name }) => name).filter((name) => others.has(name));
  return Object.fromEntries(
    foreign.map((key) => [`entityData.${key}`, `does not belong to an entity of type ${type}`]),
  );
}

const toUpperCode = (code: string | null | undefined): string | null => code?.toUpperCase() ?? null;

/** Returns the nationality in the data of a person or company, if it is a country code. */
export function nationalityOf({ entityData }: Pick<CreateEntityBody, 'entityData'>): string | null {
  const nationality = entityData?.person?.nationality ?? entityData?.company?.nationality;
  return isISO31661Alpha2(nationality) ? toUpperCode(nationality) : null;
}

/** Returns undefined if the body names none; an empty list is kept. */
export function readMatrixIds({
  riskMatrixIds,
  riskMatrixId,
}: Pick<CreateEntityBody, 'riskMatrixIds' | 'riskMatrixId'>): readonly string[] | undefined {
  const named = riskMatrixIds?.length ? riskMatrixIds : (riskMatrixId ?? riskMatrixIds);
  if (named == null) return undefined;
  return [...new Set([named].flat())];
}

/** Reads risk factors: a list of factors, or the text of manually set ones. */
export function readRiskFactors(
  sent: object | null | undefined,
  json: string,
): { readonly riskFactors?: readonly RiskFactor[]; readonly manualRiskJson?: string } {
  if (sent == null) return {};
  if (!Array.isArray(sent)) return { manualRiskJson: memberText(json, 'riskFactors')! };
  const factors = sent as readonly (Omit<RiskFactor, 'description'> & { readonly description?: string })[];
  return {
    riskFactors: factors.map(({ factor, impact, description }) => ({ factor, impact, description: description ?? '' })),
  };
}

/** Returns the text of a body member, or `null` if it is absent or null. */
export function objectText(json: string, member: string): string | null {
  const text = memberText(json, member);
  return text === undefined || text === 'null' ? null : text;
}
