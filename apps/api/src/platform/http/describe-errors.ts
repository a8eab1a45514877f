import type { OpenAPIObject, ApiPropertyOptions } from '@nestjs/swagger';
import { errorShapeKey } from './route-settings.js';
import { type ErrorShape, errorBody } from './errors/error-body.js';
import { ApiError } from './errors/api-error.js';
import { type DocumentedError, documentedErrors } from './errors/api-errors.js';
import { errorCodes, type ErrorCode } from './errors/error-codes.js';

/** OpenAPI schema for any JSON value except null. */
export const anyValue = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
} satisfies ApiPropertyOptions;

/** OpenAPI schema for any JSON value. */
export const anyValueOrNull = { ...anyValue, nullable: true } satisfies ApiPropertyOptions;

type Operation = OpenAPIObject['paths'][string]['get'] & Record<string, unknown>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

const ofEveryRoute: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
const ofKeyedRoutes: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'EXPIRED_API_KEY',
  'MISSING_ORGANIZATION',
  'FORBIDDEN',
];
/** Write requests with a session must state the page they come from. */
const ofKeyedWrites: readonly ErrorCode[] = ['CROSS_SITE_REQUEST'];
/** The body of every write request is read, even if the route expects none. */
const ofWrites: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
/** Marks an operation without a permission as accepting an `Idempotency-Key`. */
export const repeatableKey = 'x-idempotency-key';

const ofRepeatableRoutes: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Kept for 24 hours, per API key or user in an organization and regardless of the route: a repeated request with the same key has no further effect and gets the same response. With another path or body it gets 409; so does a user with a new session, because responses are only available to the session that received them',
  schema: { type: 'string', maxLength: 255 },
} as const;

/** Fields of the response to an enrichment request that delivered nothing. */
function withoutResult(errors: readonly object[]): Record<string, unknown> {
  return {
    ...{ enrichmentSuccess: false, cached: false, integrationCode: 'br_receita_cnpj', country: 'BR', type: 'company' },
    ...{ errors, totalCostCents: 0, executionTimeMs: 412, probeEntityId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f' },
    billing: { tokensSpent: 0, balanceRemainingCents: 9_965 },
  };
}

/** Example of the cost fields if rules exceed the cost policy of the organization, whichever part of the policy is violated. */
const overBudget = {
  cost: {
    total: 420,
    budget: 300,
    dearest: [{ text: 'count(transactions from origin in last 30d) >= 3', class: 'c3', weight: 400 }],
  },
};

/** Additional body fields of some codes, some of them only on certain routes. */
const members: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  ALREADY_ACKNOWLEDGED: { currentStatus: 'IN_PROGRESS' },
  SYNERGY_ERROR: {
    synergyErrors: [
      {
        nodeId: 'action-1',
        triggerType: 'entity_created',
        actionType: 'update_transaction_status',
        message: 'update_transaction_status needs transaction, which entity_created does not provide',
      },
    ],
  },
  ALREADY_DECIDED: { state: 'dismissed', decisionId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f' },
  ALERT_NOT_FOUND: { alertId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f' },
  DUPLICATE_EXTERNAL_ID: { transactionId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f' },
  JOB_IN_PROGRESS: { jobId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f7640' },
  BATCH_ROLLED_BACK: {
    jobId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f7640',
    ...{ created: 0, skipped: 0, failed: 1 },
    errors: [
      {
        ...{ index: 7, externalId: 'order-1008', code: 'VALIDATION_ERROR' },
        message: 'amount must not be less than 0',
        details: { amount: 'amount must not be less than 0' },
      },
    ],
  },
  RULES_NOT_CHANGED: {
    errors: [
      {
        ...{ index: 7, id: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f', key: 'large_transfer', code: 'VERSION_CONFLICT' },
        message: 'The rule changed in the meantime; the version is now 3',
        details: { currentVersion: 3 },
      },
    ],
  },
  JOB_ALREADY_WAITING: { jobId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f7640' },
  COST_EXCEEDED: overBudget,
  TESTS_FAILED: overBudget,
  EVIDENCE_MISSING: overBudget,
  EVIDENCE_STALE: overBudget,
  CREATION_CONTRACT_QUOTA_EXCEEDED: { module: 'user_events', remainingTotal: 0, periodKey: '2026-03', requested: 1 },
  TOO_MANY_ATTEMPTS: { retryAfterSeconds: 30 },
  ARTIFACT_UPLOAD_FAILED: { retryAfterSeconds: 1 },
  QUEUE_ERROR: { retryAfterSeconds: 1 },
  SERVICE_UNAVAILABLE: { retryAfterSeconds: 1, reason: 'overloaded', ruleId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f' },
  INSUFFICIENT_BALANCE: withoutResult([]),
  PROVIDER_ERROR: withoutResult([{ code: 'SUBJECT_NOT_FOUND', message: 'The source has no such subject' }]),
  NORMALIZATION_FAILED: withoutResult([{ code: 'NORMALIZATION_FAILED', message: 'shareholders is not a list' }]),
  RATE_LIMIT_EXCEEDED: {
    retryAfter: 1_520,
    retryAfterMinutes: 26,
    limit: 1_000,
    remaining: 0,
    resetAt: '2026-03-01T11:00:00.000Z',
  },
};

const base = {
  requestId: { type: 'string' },
  type: { type: 'string', description: 'Path of the page about the code: `/errors/<CODE>`' },
  title: { type: 'string' },
  status: { type: 'integer' },
  detail: { type: 'string' },
  instance: { type: 'string', description: 'The requested path' },
};
const always = Object.keys(base);
const code = { $ref: '#/components/schemas/ErrorCode' };
const details = { description: 'Messages by field path, or the details described for the code' };
const diagnostics = {
  type: 'array',
  items: { type: 'object' },
  description: 'Diagnostics of the text, conditions or actions of rules in the request',
};
const count = { type: 'integer' };
const cost = {
  type: 'object',
  description:
    'If rules exceed the cost policy, whichever limit the code names: the cost and limit of a rule or of the rules of a matrix, and the most expensive terms',
  properties: {
    ...{ total: count, budget: count, matrixTotal: count, matrixBudget: count },
    dearest: {
      type: 'array',
      items: { type: 'object', properties: { text: { type: 'string' }, class: { type: 'string' }, weight: count } },
    },
  },
};
const coded = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code, message: { type: 'string' }, details },
};

const schemas = {
  ErrorCode: { type: 'string', enum: Object.keys(errorCodes) },
  EnvelopeError: {
    type: 'object',
    required: ['success', 'error', ...always],
    properties: { success: { type: 'boolean', enum: [false] }, error: coded, diagnostics, cost, ...base },
  },
  EnrichmentError: {
    type: 'object',
    required: ['success', 'results', 'totalCostCents', 'totalExecutionTime', 'error', ...always],
    properties: {
      success: { type: 'boolean', enum: [false] },
      results: { type: 'array', items: { type: 'object' }, maxItems: 0 },
      totalCostCents: { type: 'integer', enum: [0] },
      totalExecutionTime: { type: 'integer', enum: [0] },
      error: coded,
      ...base,
    },
  },
  AuthenticationError: { type: 'object', required: ['error', ...always], properties: { error: coded, ...base } },
  TextError: {
    type: 'object',
    required: ['error', 'code', ...always],
    properties: { error: { type: 'string' }, code, details, ...base },
  },
  CodelessError: {
    type: 'object',
    required: ['error', ...always],
    properties: { error: { type: 'string' }, ...base },
  },
} as const;

/** Adds error responses to every operation, with an example body for each code in the shape of the route. */
function describeErrors(document: OpenAPIObject): OpenAPIObject {
  const components = (document.components ??= {});
  components.schemas = { ...components.schemas, ...(schemas as unknown as typeof components.schemas) };
  const examples = (components.examples ??= {});
  for (const [address, path] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = path[method] as Operation | undefined;
      if (!operation) continue;
      const isRepeatable = method === 'post' && ('x-permission' in operation || repeatableKey in operation);
      if (isRepeatable) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
      const traits = {
        writes: method !== 'get',
        isRepeatable,
        namesRecord: address.includes('{'),
        queries: queriesOf(operation),
      };
      const errors = errorsOf(operation, traits);
      const shape = (operation[errorShapeKey] as ErrorShape | undefined) ?? 'envelope';
      for (const error of errors) Object.assign(examples, exampleOf(error, shape));
      Object.assign(operation.responses, responsesOf(errors, shape));
      delete operation[errorShapeKey];
      operation[documentedErrors] = errors.map(({ code }) => code);
    }
  }
  return document;
}

interface CodeAndStatus {
  readonly code: ErrorCode;
  readonly status: number;
}

interface OperationTraits {
  readonly writes: boolean;
  readonly isRepeatable: boolean;
  readonly namesRecord: boolean;
  /** Names of the query parameters of the operation. */
  readonly queries: ReadonlySet<string>;
}

const queriesOf = ({ parameters = [] }: Operation): ReadonlySet<string> =>
  new Set(parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each.name] : [])));

function errorsOf(operation: Operation, traits: OperationTraits): readonly CodeAndStatus[] {
  const { writes, isRepeatable, namesRecord, queries } = traits;
  const own = (operation[documentedErrors] as readonly DocumentedError[] | undefined) ?? [];
  const all: readonly DocumentedError[] = [
    ...own,
    ...ofEveryRoute,
    ...(namesRecord ? (['NOT_FOUND'] as const) : []),
    ...('x-permission' in operation ? ofKeyedRoutes : []),
    ...('x-permission' in operation && writes ? ofKeyedWrites : []),
    ...(writes ? ofWrites : []),
    ...(isRepeatable ? ofRepeatableRoutes : []),
    ...(queries.has('cursor') ? (['INVALID_CURSOR'] as const) : []),
    ...(queries.has('offset') ? (['OFFSET_TOO_LARGE'] as const) : []),
  ];
  const found = new Map<string, CodeAndStatus>();
  for (const error of all) {
    const [code, status] = typeof error === 'string' ? [error, errorCodes[error].status] : error;
    found.set(`${code} ${status}`, { code, status });
  }
  return [...found.values()];
}

const exampleName = ({ code, status }: CodeAndStatus, shape: ErrorShape): string => `${code}-${status}-${shape}`;

function exampleOf(error: CodeAndStatus, shape: ErrorShape): Record<string, unknown> {
  const { title } = errorCodes[error.code];
  const details = error.code === 'FORBIDDEN' ? { requiredPermission: 'rules:edit' } : undefined;
  const thrown = new ApiError(error.code, title, details, members[error.code], error.status);
  const value = errorBody(thrown, shape, { requestId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f', instance: '/' });
  return { [exampleName(error, shape)]: { summary: title, value } };
}

function responsesOf(errors: readonly CodeAndStatus[], shape: ErrorShape): Record<string, unknown> {
  const responses: Record<string, unknown> = {};
  for (const status of [...new Set(errors.map((error) => error.status))].sort((a, b) => a - b)) {
    const same = errors.filter((error) => error.status === status);
    const names = [...new Set(same.map(({ code }) => schemaName(code, shape)))];
    const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    responses[status] = {
      description: same.map(({ code }) => `\`${code}\`: ${errorCodes[code].title}`).join('; '),
      content: {
        'application/json': {
          schema: refs.length === 1 ? refs[0] : { anyOf: refs },
          examples: Object.fromEntries(
            same.map((error) => [error.code, { $ref: `#/components/examples/${exampleName(error, shape)}` }]),
          ),
        },
      },
    };
  }
  return responses;
}

/** Returns the name of the schema that describes the result of `errorBody`. */
function schemaName(code: ErrorCode, shape: ErrorShape): keyof typeof schemas {
  const body = errorBody(new ApiError(code, ''), shape, { requestId: '', instance: '' });
  const { success, error } = body;
  if (typeof error === 'string') return 'code' in body ? 'TextError' : 'CodelessError';
  if ('results' in body) return 'EnrichmentError';
  return success === undefined ? 'AuthenticationError' : 'EnvelopeError';
}

/** Documents what all responses have in common for every route: the request id and the error bodies. */
export function describeResponses(document: OpenAPIObject): OpenAPIObject {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    if ('properties' in schema && schema.properties && 'success' in schema.properties) {
      schema.properties['requestId'] = { type: 'string', description: 'Also in the header `X-Request-Id`' };
    }
  }
  return describeErrors(document);
}
