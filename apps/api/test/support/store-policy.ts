import type { TestApi } from './start-test-api.js';

/** Stores the rule policy of the organization directly in the database: through the API, loosening it would wait for a second person. */
export async function storePolicy(
  { pool, production }: Pick<TestApi, 'pool' | 'production'>,
  rulePolicy: object,
  organizationId = production.organizationId,
): Promise<void> {
  await pool.query(
    `update organizations set settings = settings || jsonb_build_object('rulePolicy', coalesce(settings -> 'rulePolicy', '{}') || $2::jsonb)
     where id = $1`,
    [organizationId, JSON.stringify(rulePolicy)],
  );
}
