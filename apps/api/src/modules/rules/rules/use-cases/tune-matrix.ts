import { printExpression } from '@tamis/lang';

import { byPrincipal, changesBetween, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Queryable, TransactionClient } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { type ParameterSettings, storeLentParameters, type UsedMatrix } from '../../../decisions/rule-sets/index.js';
import { decodeValue } from '../domain/decode-value.js';
import type { LibraryNames } from '../domain/library-names.js';
import { lentNames } from './lent-names.js';
import { publishRules } from './publish-rules.js';
import { type ShownParameter, shownParameters } from './shown-parameters.js';
import { misfit, takenParameters } from './taken-parameters.js';

export interface Tuning {
  /** In the JSON form of rules, by the names of parameters; null: that of the parent again. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** The parameters that rules of a matrix of the parent organization use, with the values they have here. */
export function lentParameters(
  client: Queryable,
  organizationId: string,
  used: UsedMatrix,
): Promise<readonly ShownParameter[]> {
  const { names, uses } = lentNames(used);
  return shownParameters(client, organizationId, names, uses);
}

/**
 * Gives parameters that rules of a matrix of the parent use values of the organization's own; the rule set that decides from now on. The
 * caller holds `lockPublishing`. Throws 404 `PARAM_NOT_FOUND`, 422 `PARAM_NOT_TUNABLE` and 422 `PARAM_OUT_OF_RANGE`.
 */
export async function tuneMatrix(
  client: TransactionClient,
  principal: Principal,
  used: UsedMatrix,
  { values, reason }: Tuning,
  now: Date,
): Promise<string> {
  const { organizationId, actor } = principal;
  const { names } = lentNames(used);
  const set: Record<string, ParameterSettings[string]> = { ...used.parameters };
  for (const [name, value] of Object.entries(values)) {
    needTunable(names, name);
    if (value === null) delete set[name];
    else {
      const text = printExpression(decodeValue(value, `values.${name}`));
      set[name] = { text, changedAt: now.toISOString(), changedBy: actor.id };
    }
  }
  const after: LibraryNames = { ...names, parameters: set };
  const taken = await takenParameters(client, organizationId, after);
  for (const name of Object.keys(values)) if (Object.hasOwn(set, name) && !taken.has(name)) throw misfit(after, name);
  const { id, name } = used.matrix;
  await storeLentParameters(client, organizationId, id, set);
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
      changes: changesBetween(previous!, current!, Object.keys(values)),
      reason,
      relatedIds: { ruleSetVersion },
    },
  ]);
  return ruleSetVersion;
}

function needTunable({ file }: LibraryNames, name: string): void {
  const declared = file.parameters.find((each) => each.name.text === name);
  const details = { [`values.${name}`]: declared ? 'has no range' : 'no shared rule uses such a parameter' };
  if (!declared) throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter', details);
  if (declared.minimum && declared.maximum) return;
  throw new ApiError('PARAM_NOT_TUNABLE', `\`${name}\` has no range: the parent organization alone sets it`, details);
}
