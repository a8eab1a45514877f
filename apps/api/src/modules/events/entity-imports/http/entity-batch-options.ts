import { isObject } from '@tamis/stdx';
import { isEmail } from 'class-validator';

import { invalid, scanJson } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type BatchErrorHandling, batchQueueErrors } from '../../batch-jobs/index.js';
import type { EntityBatchOptions } from '../domain/entity-batch.js';
import type { EntityBatchBody, UploadEntitiesBody } from '../dto/entity-batch.bodies.js';

/** Errors that reject a batch of entities as a whole, on every route. */
export const entityBatchErrors = [
  'VALIDATION_ERROR',
  'TOO_MANY_ITEMS',
  'FEATURE_NOT_ENABLED',
  'RISK_MATRIX_NOT_FOUND',
  'SHARED_RESOURCE_NOT_ENABLED',
  ...batchQueueErrors,
] as const;

type OptionsBody = Partial<Omit<EntityBatchBody, 'entities'>> | Partial<UploadEntitiesBody>;

const jsonFields = [
  'attributes',
  'monitoring',
  'autoExecuteIntegrations',
  'autoExecuteIntegrationsShareholders',
] as const;
const automaticFields = ['autoExecuteIntegrations', 'autoExecuteIntegrationsShareholders', 'depth'] as const;

/** Returns the options of a batch of entities, with defaults filled in. Throws 400 for options that cannot be combined. */
export function toEntityBatchOptions(body: OptionsBody): EntityBatchOptions {
  const entityImportMode = body.entityImportMode ?? 'manual_no_enrichment';
  const automatic = automaticFields.find((field) => body[field] != null);
  if (automatic !== undefined && entityImportMode !== 'automatic_enriched')
    throw invalid({ [automatic]: 'is for entityImportMode automatic_enriched' });
  const { isClient, status, nationality, depth } = body;
  const objects = objectsOf(body);
  const { attributes, ...others } = objects;
  const emails = readRecipients(body.reportRecipientEmails ?? []);
  return {
    entityImportMode,
    errorHandling: errorHandlingOf(body),
    skipRulesExecution: body.skipRulesExecution ?? false,
    riskMatrixPersonId: body.riskMatrixPersonId ?? null,
    riskMatrixCompanyId: body.riskMatrixCompanyId ?? null,
    validateExistingEntity: body.validateExistingEntity ?? true,
    linkEntityStrict: body.linkEntityStrict ?? null,
    ...(isClient != null && { isClient }),
    ...(status != null && { status }),
    ...(nationality != null && { nationality }),
    ...(depth != null && { depth }),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
    ...(emails.length > 0 && { report: { emails, locale: body.emailLocale ?? 'en' } }),
    ...others,
  };
}

function errorHandlingOf({ batchErrorHandling, stopOnFirstError }: OptionsBody): BatchErrorHandling {
  const byDefault = stopOnFirstError === true ? 'stop_keep_success' : 'continue_collect_errors';
  if (stopOnFirstError === true && batchErrorHandling != null && batchErrorHandling !== byDefault)
    throw invalid({ stopOnFirstError: `cannot be combined with batchErrorHandling ${batchErrorHandling}` });
  return batchErrorHandling ?? byDefault;
}

/** Returns the fields that hold objects, which forms send as text. Throws 400 for text that is not an object. */
function objectsOf(body: OptionsBody): Readonly<Partial<Record<(typeof jsonFields)[number], object>>> {
  const entries = jsonFields.flatMap((field) => {
    const sent = body[field];
    return sent == null ? [] : [[field, typeof sent === 'string' ? parseObject(field, sent) : sent] as const];
  });
  return Object.fromEntries(entries);
}

function parseObject(field: string, text: string): object {
  const value = parseJson(field, text);
  if (isObject(value)) return value;
  throw invalid({ [field]: 'must be a JSON object' });
}

/** Returns `undefined` for text that is not JSON. Throws 400 for JSON that is not allowed in any body. */
function parseJson(field: string, text: string): unknown {
  const problem = scanJson(text);
  if (problem) throw invalid({ [field]: `is no JSON: ${problem.message}` });
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the addresses without duplicates; forms send them as text. Throws 400 if they are invalid. */
function readRecipients(sent: string | readonly string[]): readonly string[] {
  const field = 'reportRecipientEmails';
  const listed = typeof sent === 'string' ? parseJson(field, sent) : sent;
  if (!Array.isArray(listed) || listed.length > limits.reportRecipients)
    throw invalid({ [field]: `must be an array of at most ${limits.reportRecipients} email addresses` });
  const wrong = listed.findIndex((each) => !isEmail(each) || (each as string).length > limits.emailCharacters);
  if (wrong >= 0) throw invalid({ [`${field}[${wrong}]`]: 'must be an email address' });
  return [...new Set(listed as readonly string[])];
}

/** Options for a file of entities that sets none. */
export const entityBatchDefaults = toEntityBatchOptions({});
