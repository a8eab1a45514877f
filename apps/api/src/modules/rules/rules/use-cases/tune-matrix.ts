import { printExpression } from '@tamis/lang';

import { byPrincipal, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import {
  type ParameterSettings,
  storeSharedParameters,
  type EnabledSharedMatrix,
} from '../../../decisions/rule-sets/index.js';
import { decodeValue } from '../domain/decode-value.js';
import type { LibraryNames } from '../domain/library-names.js';
import { sharedMatrixNames } from './shared-matrix-names.js';
import { publishRules } from './publish-rules.js';
import { type ParameterView, toParameterViews } from './parameter-views.js';
import { parameterOutOfRange, effectiveParameterNames } from './effective-parameters.js';

export interface Tuning {
  /** By parameter name, in the JSON form of rules; null returns to the value of the parent. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** Returns the parameters used by rules of a matrix of the parent organization, with their values in this organization. */
export function sharedMatrixParameters(
  client: Queryable,
  organizationId: string,
  used: EnabledSharedMatrix,
): Promise<readonly ParameterView[]> {
  const { names, uses } = sharedMatrixNames(used);
  return toParameterViews(client, organizationId, names, uses);
}

/**
 * Sets the organization's own values of parameters used by rules of a parent's matrix, and returns the rule set then in force. The caller
 * must hold `lockPublishing`. Throws 404 `PARAM_NOT_FOUND`, 422 `PARAM_NOT_TUNABLE` and 422 `PARAM_OUT_OF_RANGE`.
 */
export async function tuneMatrix(
  client: Transaction,
  principal: Principal,
  used: EnabledSharedMatrix,
  { values, reason }: Tuning,
  now: Date,
): Promise<string> {
  const { organizationId, actor } = principal;
  const { names } = sharedMatrixNames(used);
  const set: Record<string, ParameterSettings[string]> = { ...used.parameters };
  for (const [name, value] of Object.entries(values)) {
    assertTunable(names, name);
    if (value === null) delete set[name];
    else {
      const text = printExpression(decodeValue(value, `values.${name}`));
      set[name] = { text, changedAt: now.toISOString(), changedBy: actor.id };
    }
  }
  const after: LibraryNames = { ...names, parameters: set };
  const taken = await effectiveParameterNames(client, organizationId, after);
  for (const name of Object.keys(values))
    if (Object.hasOwn(set, name) && !taken.has(name)) throw parameterOutOfRange(after, name);
  const { id, name } = used.matrix;
  await storeSharedParameters(client, organizationId, id, set);
  const ruleSetVersion = await publishRules(client, principal, reason);
  const [previous, current] = [used.parameters, set].map((settings) =>
    Object.fromEntries(Object.keys(values).map((each) => [each, settings[each]?.text ?? null])),
  );
  await recordAudit(client, byPrincipal(principal), [
    {
      event: 'rule_param_changed',
      resourceType: 'risk_matrix',
      resourceId: id,
      summary: `parameters of ${name} of the parent organization: ${Object.keys(values).join(', ')}`,
      changes: diffChanges(previous!, current!, Object.keys(values)),
      reason,
      relatedIds: { ruleSetVersion },
    },
  ]);
  return ruleSetVersion;
}

function assertTunable({ file }: LibraryNames, name: string): void {
  const declared = file.parameters.find((each) => each.name.text === name);
  const details = { [`values.${name}`]: declared ? 'has no range' : 'no shared rule uses this parameter' };
  if (!declared) throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter', details);
  if (declared.minimum && declared.maximum) return;
  throw new ApiError('PARAM_NOT_TUNABLE', `\`${name}\` has no range: only the parent organization can set it`, details);
}
