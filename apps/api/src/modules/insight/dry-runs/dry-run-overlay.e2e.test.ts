import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const moves = `rule moves "Moves" {
  on transaction (created)
  when transaction.amount = 7 USD
  then set status of origin to under_review because "Seven"
}
`;
/** Could also change statuses, but never does. */
const rests = moves.replaceAll('moves', 'rests').replace('= 7 USD', '> 1_000 USD');
const reads = `rule reads "Reads" {
  on transaction (created)
  score 10
  when origin.status = "under_review"
}
`;
const raises = `rule raises "Raises" {
  on transaction (created)
  when transaction.amount > 0 USD
  then alert HIGH "Raised" once per origin.externalId
}
`;
const counts = `rule counts "Counts" {
  on transaction (created)
  score 10
  when count(alerts involving origin in last 7d) >= 2
}
`;
const open = counts
  .replaceAll(/counts/gi, 'open')
  .replace('in last 7d)', 'in last 7d where status = "OPEN")')
  .replace('>= 2', '>= 1');

describe('a dry run with an overlay of the effects of published rules and manual changes', () => {
  let api: TestApi;
  const from: Date[] = [];
  const live: Body[] = [];
  let entity: Body;
  const send = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api.call(path, { method, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const pay = async (amount: number): Promise<void> => {
    const at = new Date();
    from.push(at);
    const { rulesResult } = await send('/transactions', {
      externalId: `p-${from.length}`,
      type: 'PAYMENT',
      amount,
      currency: 'USD',
      originExternalId: 'ana',
      transactedAt: at.toISOString(),
    });
    live.push(rulesResult.rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => ruleKey as string));
  };
  const setStatus = (status: string): Promise<Body> =>
    send(`/entities/${entity.id}`, { status, reason: 'was seen' }, 'PATCH');

  /** Returns how many payments a candidate's rule hits, starting from one of them. */
  const hits = async (key: string, source: string, first = 0, overlay = true): Promise<number> => {
    const period = { from: from[first]!.toISOString(), to: new Date().toISOString() };
    const run = await runDryRun(api, { source, only: true, against: 'none', overlay, ...period });
    return run.rules.find((rule: Body) => rule.key === key).hits.candidate as number;
  };
  const livedThrough = (key: string): number => live.filter((keys) => (keys as string[]).includes(key)).length;

  beforeAll(async () => {
    api = await startTestApi();
    ({ entity } = await send('/entities', { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' }));
    for (const source of [moves, reads, raises, counts, open]) await publishRule(api, { source });
    // From here on, numbers of status changes sort differently when compared as text.
    await api.pool.query(`with sequence as (select pg_get_serial_sequence('entity_status_history', 'seq') as name)
      select setval(name, power(10, length(nextval(name)::text))::bigint - 3) from sequence`);
    await setStatus('active');
    await pay(7);
    await pay(5);
    await setStatus('active');
    const { alerts } = (await api.call('/intelligence/alerts')).body as { alerts: Body[] };
    await send(`/intelligence/alerts/${alerts[0]!.id}/resolve`, {
      resolution: 'NOT_RELEVANT',
      resolutionNotes: 'nothing',
    });
    await pay(5);
    await setStatus('under_review');
    await pay(5);
  });
  afterAll(() => api?.stop());

  it.each([
    ['sees statuses that its own rules set as live runs saw them', 'reads', moves + reads, 0],
    ['counts alerts that people closed as live runs counted them', 'counts', raises + counts, 0],
    ['sees which of its alerts people closed', 'open', raises + open, 0],
  ])('%s', async (_, key, source, first) => {
    expect(livedThrough(key)).toBeGreaterThan(0);
    expect(await hits(key, source, first)).toBe(livedThrough(key));
  });

  it('ignores statuses set only by recorded rules, but reads statuses set by people', async () => {
    expect(await hits('reads', rests + reads)).toBe(1);
    expect(await hits('reads', rests + reads, 0, false)).toBe(2);
  });

  it('raises no alert when an alert from before the period suppresses it', async () => {
    // The alert of the first payment is open until the third one.
    expect(await hits('counts', raises + counts, 1)).toBe(1);
    expect(await hits('counts', raises.replace('"Raised" once per origin.externalId', '"Raised"') + counts, 1)).toBe(2);
  });

  it('is suggested when it is missing and the candidate would have had other effects', async () => {
    const period = { from: from[0]!.toISOString(), to: new Date().toISOString() };
    const asked = { source: moves + reads, only: true, against: 'none', ...period };
    const effects = (run: Body): Body[] => run.exactness.reasons.filter(({ input }: Body) => input === 'effects');
    const told = { input: 'effects', records: live.length, why: expect.stringContaining('statuses') };
    expect(effects(await runDryRun(api, asked))).toEqual([told]);
    expect(effects(await runDryRun(api, { ...asked, overlay: true }))).toEqual([]);
    expect(effects(await runDryRun(api, { ruleSetVersion: '5', against: 'none', ...period }))).toEqual([]);
  });
});
