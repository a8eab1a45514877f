import { publishRule } from '../../../../test/support/publish-rule.js';
import { useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { enrichmentLimits } from './domain/enrichment-limits.js';
import { EnrichmentSweep } from './use-cases/enrichment-sweep.js';

const rule =
  'rule any "Any" {\n  on company (enriched)\n  score 1\n\n  when entity.name != "x"\n\n  then suggest FLAG\n}\n';

describe('rules after an enrichment that fail repeatedly', () => {
  const api = useOwnTestApi();
  const fakes = useFakeProviders(api);

  it('are not retried forever: the request ends without them and reports this', async () => {
    const { pool } = api();
    await fakes().topUp(100);
    await publishRule(api(), { source: rule });
    await pool.query(
      `create function refuse_evaluation() returns trigger language plpgsql as $$ begin raise 'no evaluation is stored'; end $$`,
    );
    await pool.query(
      'create trigger refuse_evaluation before insert on evaluations for each row execute function refuse_evaluation()',
    );
    const id = await fakes().newEntity('Rules fail');
    const refused = await fakes().enrich(id, ['global_fake_safe']);
    expect(refused.status).toBe(500);
    const { rows } = await pool.query<{ id: string }>('select id from enrichment_requests where entity_id = $1', [id]);
    const [{ id: requestId }] = rows as [{ id: string }];
    const read = async () => (await api().call(`/integration-execution/requests/${requestId}`)).body;
    const failures = async (): Promise<number> => {
      const query = 'select finish_failures as failures from enrichment_requests where id = $1';
      return (await pool.query<{ failures: number }>(query, [requestId])).rows[0]!.failures;
    };
    // The server sweeps as well, so a sweep of the test may find the request taken and its delay not over.
    const sweepUntil = (count: number): Promise<unknown> =>
      waitUntil(async () => {
        await pool.query(
          `update enrichment_requests set created_at = created_at - interval '6 seconds', finish_after = now() where id = $1`,
          [requestId],
        );
        await api().app.get(EnrichmentSweep).sweep();
        return (await failures()) >= count;
      });
    for (let count = 1; count < enrichmentLimits.finishFailures; count += 1) {
      const { status } = await read();
      if ((await failures()) < enrichmentLimits.finishFailures) expect(status).toBe('processing');
      await sweepUntil(count);
    }
    await sweepUntil(enrichmentLimits.finishFailures);
    await waitUntil(async () => (await read()).status === 'completed');
    expect(await failures()).toBe(enrichmentLimits.finishFailures);
    const ended = await read();
    expect(ended).toMatchObject({ success: true, totalCostCents: 7, rulesFailed: true });
    expect(ended.rulesResult).toBeUndefined();
    const events = await pool.query(`select from outbox_events where event = 'enrichment.completed'`);
    expect(events.rows).toHaveLength(1);
  });
});
