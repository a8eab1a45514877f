import type { Queryable } from '../../../../platform/database/index.js';
import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { EvaluationSubject } from '../domain/evaluation-subject.js';
import { findAccounts } from '../persistence/facts-query.js';

const readsAccountsCache = new WeakMap<LoadedRuleSet, boolean>();

/** Rules that read accounts have the word in their text; most sets have no such rule, and their runs read none. */
function mayReadAccounts(set: LoadedRuleSet): boolean {
  let may = readsAccountsCache.get(set);
  if (may === undefined) {
    may = set.content.rules.some(({ source }) => /\baccounts\b/.test(source));
    readsAccountsCache.set(set, may);
  }
  return may;
}

/** A record as the rules of a set read it: its entities with their accounts, where rules ask for any. */
export async function prepareSubject(
  client: Queryable,
  set: LoadedRuleSet,
  subject: EvaluationSubject,
): Promise<EvaluationSubject> {
  const { contextWith, organizationId, entityIds } = subject;
  if (!contextWith || entityIds.length === 0 || !mayReadAccounts(set)) return subject;
  const { context: _withoutAccounts, ...rest } = subject;
  return { ...rest, contextJson: contextWith(await findAccounts(client, organizationId, entityIds)) };
}
