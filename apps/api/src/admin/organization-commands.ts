import { type PriceRequest, setIntegrationPrice } from '../modules/enrichment/integrations/index.js';
import { type QuotaRequest, quotaModules, quotaPeriods, setQuota } from '../modules/tenancy/creation-quotas/index.js';
import {
  changePlan,
  createAccount,
  createKey,
  type PlanRequest,
  plans,
} from '../modules/tenancy/organizations/index.js';
import type { AppConfig } from '../platform/config/index.js';
import { limits } from '../platform/limits.js';
import { organizationOf, type WithPool } from './command-input.js';
import { UsageError } from './usage-error.js';

type Deployment = AppConfig['deployment'];
type Names =
  | 'organization'
  | 'name'
  | 'plan'
  | 'requests-per-hour'
  | 'module'
  | 'period'
  | 'limit'
  | 'integration'
  | 'cents';
type Values = Partial<Readonly<Record<Names, string>>> & { readonly 'if-missing': boolean };

export async function runCreateAccount(withPool: WithPool, values: Values, deployment: Deployment): Promise<object> {
  const name = nameOf(values.name);
  const made = await withPool((pool) => createAccount(pool, { name, deployment, ifMissing: values['if-missing'] }));
  if (!made.ok) throw new UsageError(accountProblems[made.error]);
  return { name, ...made.value };
}

export async function runCreateKey(withPool: WithPool, values: Values, deployment: Deployment): Promise<object> {
  const organizationId = organizationOf(values.organization);
  const name = nameOf(values.name ?? 'administration');
  const made = await withPool((pool) => createKey(pool, { organizationId, name, deployment }));
  if (!made.ok) throw new UsageError(`organization ${organizationId} does not exist`);
  return made.value;
}

export async function runChangePlan(withPool: WithPool, values: Values): Promise<object> {
  const request = planRequest(values);
  const changed = await withPool((pool) => changePlan(pool, request));
  if (!changed.ok) throw new UsageError(`organization ${request.organizationId} does not exist`);
  return changed.value;
}

export async function runSetQuota(withPool: WithPool, values: Values): Promise<object> {
  const request = quotaRequest(values);
  const set = await withPool((pool) => setQuota(pool, request));
  if (!set.ok) throw new UsageError(`organization ${request.organizationId} does not exist`);
  return set.value ?? { module: request.module, period: request.period, quota: null };
}

export async function runSetPrice(withPool: WithPool, values: Values): Promise<object> {
  const request = priceRequest(values);
  const set = await withPool((pool) => setIntegrationPrice(pool, request));
  if (!set.ok) throw new UsageError(priceProblems[set.error](request));
  return set.value;
}

const accountProblems = {
  'name-empty': '--name holds no letter or digit',
  'name-taken': 'an account with this name already exists; --if-missing accepts it',
} as const;

function nameOf(given: string | undefined): string {
  const name = given?.trim() ?? '';
  if (name === '' || name.length > limits.organizationNameCharacters) {
    throw new UsageError(`--name must have 1 to ${limits.organizationNameCharacters} characters`);
  }
  return name;
}

function planRequest(values: Values): PlanRequest {
  const organizationId = organizationOf(values.organization);
  const plan = plans.find((name) => name === values.plan);
  if (!plan) throw new UsageError(`--plan must be one of ${plans.join(', ')}`);
  const given = values['requests-per-hour'];
  if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError('--requests-per-hour must be a whole number');
  return { organizationId, plan, agreedRequestsPerHour: given === undefined ? null : Number(given) };
}

function quotaRequest(values: Values): QuotaRequest {
  const organizationId = organizationOf(values.organization);
  const module = quotaModules.find((name) => name === values.module);
  if (!module) throw new UsageError(`--module must be one of ${quotaModules.join(', ')}`);
  const period = quotaPeriods.find((name) => name === values.period);
  if (!period) throw new UsageError(`--period must be one of ${quotaPeriods.join(', ')}`);
  const limit = values.limit ?? '';
  if (limit !== 'none' && !/^(0|[1-9]\d{0,11})$/.test(limit))
    throw new UsageError('--limit must be a whole number, or `none`');
  return { organizationId, module, period, quota: limit === 'none' ? null : Number(limit) };
}

const priceProblems = {
  'no-organization': ({ organizationId }: PriceRequest) => `organization ${organizationId} does not exist`,
  'no-integration': ({ code }: PriceRequest) => `integration ${code} does not exist`,
};

function priceRequest({ organization, integration, cents }: Values): PriceRequest {
  const organizationId = organizationOf(organization);
  if (!integration) throw new UsageError('--integration must be the code of an integration');
  if (!/^(?:none|0|[1-9]\d{0,8})$/.test(cents ?? '')) throw new UsageError('--cents must be a whole number, or `none`');
  return { organizationId, code: integration, priceCents: cents === 'none' ? null : Number(cents) };
}
