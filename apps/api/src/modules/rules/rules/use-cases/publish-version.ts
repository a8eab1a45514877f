import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import type { Rule } from '../domain/rule.js';
import { nextVersions } from '../domain/running-versions.js';
import { hasErrors, withFrames } from '../domain/diagnostic-frames.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { rebindVersion, updateRuleRecord } from '../persistence/rule-store.js';
import { findRuleVersion } from '../persistence/rule-versions.js';
import { emitStatusEvent } from './emit-status-event.js';
import { assertCanPublish } from './assert-can-publish.js';
import { nextEnabled, nextStatus } from './next-status.js';
import { recheck } from './recheck-rules.js';
import type { ChangedRule } from './store-change.js';

/**
 * Puts a stored version in force: as the deciding version, in shadow, or in shadow next to the deciding one. It creates no new version, so
 * that running versions keep their number. Throws 404 if there is no such version, and 422 `INVALID_SOURCE` if it has errors now.
 */
export async function publishVersion(
  client: Transaction,
  principal: Principal,
  before: Rule,
  body: ChangeRuleBody & { readonly version: number },
  now: Date,
): Promise<ChangedRule> {
  const { organizationId } = principal;
  const { version } = body;
  assertCanPublish(principal);
  const isBeside = body.status === 'shadow' && before.status === 'active' && before.activeVersion !== version;
  const status = nextStatus(before, isBeside ? 'active' : (body.status ?? before.status));
  const found = await findRuleVersion(client, organizationId, before.id, version);
  if (!found) throw notFound('Rule version');
  const { text, diagnostics } = await recheck(client, found, await readLibraryNames(client, organizationId));
  if (hasErrors(diagnostics)) {
    throw new ApiError(
      'INVALID_SOURCE',
      `Version ${version} of the rule has errors and cannot be published`,
      undefined,
      {
        diagnostics: withFrames(diagnostics, text.source, text.form.key),
      },
    );
  }
  await rebindVersion(client, { ...found, text });
  const after: Rule = {
    ...before,
    ...(version === before.version && { text }),
    status,
    enabled: nextEnabled(before, body, status),
    ...(isBeside
      ? { activeVersion: before.activeVersion, shadowVersion: version }
      : nextVersions(before, { status, inForce: version, isMove: true })),
    reason: body.reason ?? null,
    updatedBy: principal.actor.id,
    updatedAt: now,
  };
  await updateRuleRecord(client, after);
  await emitStatusEvent(client, before, after);
  return { before, after, published: after.enabled ? { ...after, version, text } : null };
}
