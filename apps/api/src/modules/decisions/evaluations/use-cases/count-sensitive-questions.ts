import type { CompiledRuleSet } from '@tamis/engine';
import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { derivedPartsOf, canReadSensitive } from '../domain/masking.js';
import type { EvaluationSubject } from '../domain/evaluation-subject.js';

/** Stands for all records of an organization, which a replay queries at once. */
export const everyRecord = '00000000-0000-0000-0000-000000000000';

/** Returns the number of rule conditions that read sensitive fields. Each counts as a question whose result is shown. */
export const sensitiveConditions = ({ rules }: Pick<CompiledRuleSet, 'rules'>): number =>
  rules.reduce((count, rule) => count + derivedPartsOf(rule).readers.length, 0);

/** Returns the entities of a record, whose fields its rules read, or the record itself if it has none. */
export const askedOf = ({ entityIds, recordId }: EvaluationSubject): readonly string[] =>
  entityIds.length > 0 ? entityIds : [recordId];

const secondsPerMinute = 60;

interface Asked {
  readonly asked: number;
  readonly resetAt: Date;
  readonly resetInSeconds: number;
}

/**
 * Counts the questions about sensitive fields by a caller who may not see them, in the caller's transaction, and records them in the audit
 * trail. Throws 429 beyond the limit. Then no results may be returned.
 */
export async function countSensitiveQuestions(
  client: Transaction,
  principal: Principal,
  recordIds: readonly string[],
  questions: number,
): Promise<void> {
  if (questions === 0 || canReadSensitive(principal)) return;
  const { organizationId, actor } = principal;
  const { perRecord, days } = limits.sensitiveQuestions;
  // The sorted order prevents a deadlock of two requests.
  for (const recordId of [...new Set(recordIds)].sort()) {
    const { rows } = await client.query<Asked>(
      `insert into sensitive_questions as q (organization_id, asker_id, record_id, asked) values ($1, $2, $3, $4)
       on conflict (organization_id, asker_id, record_id) do update set
         asked = case when q.since > now() - make_interval(days => $5) then q.asked else 0 end + excluded.asked,
         since = case when q.since > now() - make_interval(days => $5) then q.since else now() end
       returning asked, since + make_interval(days => $5) as "resetAt",
         extract(epoch from since + make_interval(days => $5) - now())::int as "resetInSeconds"`,
      [organizationId, actor.id, recordId, questions, days],
    );
    if (rows[0]!.asked > perRecord) throw tooManyQuestionsError(rows[0]!);
  }
  await recordAudit(
    client,
    byPrincipal(principal),
    recordIds.map((resourceId) => ({
      event: 'sensitive_questions_asked',
      resourceType: 'record',
      resourceId,
      summary: `${questions} ${questions === 1 ? 'condition' : 'conditions'} tried on masked fields`,
    })),
  );
}

function tooManyQuestionsError({ resetAt, resetInSeconds }: Asked): ApiError {
  const retryAfter = Math.max(1, resetInSeconds);
  const { perRecord, days } = limits.sensitiveQuestions;
  return new ApiError(
    'RATE_LIMIT_EXCEEDED',
    `at most ${perRecord} conditions in ${days} days can be tried on sensitive fields of one record without the permission entities:read_sensitive`,
    undefined,
    {
      retryAfter,
      retryAfterMinutes: Math.ceil(retryAfter / secondsPerMinute),
      limit: perRecord,
      remaining: 0,
      resetAt: resetAt.toISOString(),
    },
  );
}
