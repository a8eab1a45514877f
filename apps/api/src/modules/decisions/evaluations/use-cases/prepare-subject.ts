import type { Queryable } from '../../../../platform/database/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import { findKnownEnrichments } from '../../enrichment-data/index.js';
import { findKnownOwnership } from '../../ownership-data/index.js';
import type { LoadedRuleSet } from '../../rule-sets/index.js';
import { enrichmentNeedsOf } from '../domain/enrichment-needs.js';
import type { EntityParts, EvaluationSubject } from '../domain/evaluation-subject.js';
import type { PartNeeds } from '../domain/part-needs.js';
import { findAccounts } from '../persistence/facts-query.js';

/** What the rules of a set may read of an entity besides its record. */
interface AllPartNeeds extends PartNeeds {
  readonly accounts: boolean;
}

const needsCache = new WeakMap<LoadedRuleSet, AllPartNeeds>();

/** Rules that read a part have its word in their text; most sets have no such rule, and their runs read none. */
function partNeedsOf(set: LoadedRuleSet): AllPartNeeds {
  let needs = needsCache.get(set);
  if (!needs) {
    const names = (word: RegExp): boolean => set.content.rules.some(({ source }) => word.test(source));
    const enrichment = names(/\b(enrichment|enrichmentData|normalized)\b/)
      ? enrichmentNeedsOf(set.compiled.factNeeds())
      : null;
    const ownership = names(/\bownership\b/) && set.compiled.factNeeds().ownership.length > 0;
    needs = { accounts: names(/\baccounts\b/), enrichment, ownership };
    needsCache.set(set, needs);
  }
  return needs;
}

/** A record as the rules of a set read it: its entities with those of their parts that rules ask for. */
export async function prepareSubject(
  client: Queryable,
  set: LoadedRuleSet,
  subject: EvaluationSubject,
): Promise<EvaluationSubject> {
  const { contextWith, organizationId, entityIds } = subject;
  if (!contextWith || entityIds.length === 0) return subject;
  const { accounts, enrichment, ownership } = partNeedsOf(set);
  if (!accounts && !enrichment && !ownership) return subject;
  const entities = entityIds.map((entityId) => ({ entityId, at: null }));
  const [ownAccounts, enrichments, owned] = await Promise.all([
    accounts ? findAccounts(client, organizationId, entityIds) : null,
    enrichment ? findKnownEnrichments(client, organizationId, entities, enrichment) : [],
    ownership ? findKnownOwnership(client, organizationId, entities) : null,
  ]);
  const partsOf = (id: string, index: number): EntityParts => {
    const [own, enrichmentData] = [ownAccounts?.get(id), enrichments[index]];
    return {
      ...(own && { accounts: own }),
      ...(enrichmentData && { enrichmentData: new RawJson(enrichmentData) }),
      ...(owned && { ownership: owned[index] ?? null }),
    };
  };
  const { context: _withoutParts, ...rest } = subject;
  return { ...rest, contextJson: contextWith(new Map(entityIds.map((id, index) => [id, partsOf(id, index)]))) };
}
