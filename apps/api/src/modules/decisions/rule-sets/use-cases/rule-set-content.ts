import { type RuleSetContent, compileInSteps, prepareSummary, type RuleSetProblem } from '@tamis/engine';
import { type ListBinding, readRules } from '@tamis/lang';
import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { inSlices } from '../../../../platform/load/index.js';
import { matricesOfSet } from '../domain/matrix-content.js';
import type { RiskMatrix } from '../domain/risk-matrix.js';
import { type SharedContent, sharedContent } from '../domain/shared-matrix.js';
import { findEnabledSharedMatrices } from '../persistence/child-shares.js';
import { findRiskMatrices, readMatrixDefaults } from '../persistence/risk-matrix-store.js';
import { readOrganizationDefaults } from '../persistence/rule-set-store.js';
import { failure, ok, type Result } from '@tamis/stdx';
import type { LoadedRuleSet } from '../domain/loaded-rule-set.js';
import { asActiveMatrix } from '../domain/single-rule-set.js';

export interface ContentRequest {
  readonly organizationId: string;
  readonly rules: RuleSetContent['rules'];
  readonly lists: RuleSetContent['lists'];
  /** Keys of the matrices that the rules use. */
  readonly matrices: ReadonlySet<string>;
}

/** Returns all lists by the reference used in texts. A set must not have two meanings for one reference. Throws 422 `INVALID_SOURCE`. */
export function mergeLists(
  all: readonly Readonly<Record<string, ListBinding>>[],
): Readonly<Record<string, ListBinding>> {
  const lists = new Map<string, ListBinding>();
  for (const [reference, list] of all.flatMap((each) => Object.entries(each))) {
    const known = lists.get(reference);
    if (known && known.id !== list.id) {
      const message = `\`${reference}\` means another list in another published rule; use the ids of both`;
      throw new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });
    }
    lists.set(reference, list);
  }
  return Object.fromEntries(lists);
}

/** Returns what the parent shares with an organization and it has enabled. Matrices with the same name as one of its own are left out. */
async function findSharedContent(client: Queryable, { organizationId, lists }: ContentRequest): Promise<SharedContent> {
  const shared = await findEnabledSharedMatrices(client, organizationId);
  if (shared.length === 0) return { matrices: [], rules: [], lists: [] };
  const own = await findRiskMatrices(client, organizationId);
  const matrixKeys = new Set(own.flatMap(({ key, status }) => (status === 'archived' ? [] : [key])));
  return sharedContent(shared, { matrixKeys, lists }, (source) => readRules(source).file);
}

/** Returns a rule set of these rules, with the matrices and other data of the organization that can affect results. */
async function buildRuleSetContent(
  client: Queryable,
  { organizationId, rules, lists, matrices: named }: ContentRequest,
  shared: readonly RiskMatrix[] = [],
): Promise<RuleSetContent> {
  const matrices = [...(await findRiskMatrices(client, organizationId)), ...shared];
  return {
    rules,
    lists,
    ...(await readOrganizationDefaults(client, organizationId)),
    ...matricesOfSet(matrices, await readMatrixDefaults(client, organizationId), named),
  };
}

/** Adds what the parent shares, which completes the content to activate. Throws 422 `INVALID_SOURCE`. */
export async function buildPublishedContent(client: Queryable, request: ContentRequest): Promise<RuleSetContent> {
  const { matrices, rules, lists } = await findSharedContent(client, request);
  const whole = {
    organizationId: request.organizationId,
    rules: [...request.rules, ...rules],
    lists: mergeLists([request.lists, ...lists]),
    matrices: new Set([...request.matrices, ...matrices.map(({ key }) => key)]),
  };
  return buildRuleSetContent(client, whole, matrices);
}

/** Returns a rule set that is not active, under the version it would have. All its matrices are executed. Fails if rules have errors. */
export async function candidateSet(
  client: Queryable,
  request: ContentRequest,
): Promise<Result<LoadedRuleSet, readonly RuleSetProblem[]>> {
  const { defaultMatrices: _unused, matrices = [], ...settings } = await buildRuleSetContent(client, request);
  const named = matrices.filter(({ key }) => request.matrices.has(key)).map(asActiveMatrix);
  const content = { ...settings, ...(named.length > 0 && { matrices: named }) };
  const compiled = await inSlices(compileInSteps(content));
  if (!compiled.ok) return failure(compiled.error);
  const set = compiled.value;
  const summaries = { full: prepareSummary(set), hits: prepareSummary(set, { list: 'hits' }) };
  return ok({ version: set.version, revision: 0, content, compiled: set, summaries });
}
