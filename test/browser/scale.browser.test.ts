import { createRule } from '../../apps/api/test/support/rule-samples.js';
import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { storePolicy } from '../../apps/api/test/support/store-policy.js';
import { storeAlerts } from '../../apps/api/test/support/store-alerts.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { waitForDryRun } from '../../apps/api/test/support/dry-run-calls.js';
import { inTransaction, newId } from '../../apps/api/src/platform/database/index.js';
import { makeSignInLink } from '../../apps/api/src/modules/tenancy/people/index.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

const oneMore = 101;

const source = (key: string): string => `param limit = 250 USD between 100 USD and 1_000 USD step 10 USD
rule ${key} "Rule ${key}" {
  on transaction (created)
  category fraud
  score 10
  when transaction.amount >= limit
  then suggest FLAG
}
`;

describePages('an organization with many records', () => {
  const { api, openAs } = useConsole();

  const make = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api().call(path, { body, method });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const inOrder = async <Made>(count: number, one: (at: number) => Promise<Made>): Promise<readonly Made[]> => {
    const made: Made[] = [];
    for (let at = 0; at < count; at += 1) made.push(await one(at));
    return made;
  };
  /** The rule that was changed least recently, and 101 whose keys contain its key. */
  let spend: string;

  beforeAll(async () => {
    spend = ((await createRule(api(), { source: source('spend') })) as { id: string }).id;
    await inOrder(oneMore, (at) => createRule(api(), { source: source(`spend_${at}`) }));
  });

  it('says that a list of parties is not whole, and finds a hundred by a part of the name', async () => {
    await inOrder(oneMore, (at) => make('/entities', { type: 'person', name: `Bia Costa ${at}`, countryCode: 'BR' }));
    const { page } = await openAs('/parties');
    const told = page.getByText('Showing the first 100. Use filters to find others.');
    await told.waitFor();
    expect(await page.locator('[data-row]').count()).toBe(100);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Name, tax id or external id').fill('costa 9');
    await told.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Bia Costa 99', exact: true }).waitFor();
    expect(await page.locator('[data-row]').count()).toBe(11);
    await page.getByLabel('Name, tax id or external id').fill('costa');
    await told.waitFor();
    expect(await page.locator('[data-row]').count()).toBe(100);
  });

  it('shows the rules of a matrix first among those that it can have, and that there are more', async () => {
    const { riskMatrix } = await make('/risk-matrices', { name: 'Few of many' });
    await make(`/risk-matrices/${riskMatrix.id as string}/rules`, { ruleIds: [spend] }, 'PUT');
    for (let at = 0; at < oneMore; at += 1) {
      const { rules } = (await api().call(`/rules?key=spend_${at}`)).body;
      await make(`/rules/${rules[0].id as string}`, { name: `Renamed ${at}` }, 'PATCH');
    }
    const { page } = await openAs(`/settings/matrices/${riskMatrix.id as string}`);
    await page.getByRole('button', { name: 'Choose rules …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Showing the first 101. Use filters to find others.').waitFor();
    const first = dialog.getByRole('checkbox').first();
    expect(await first.isChecked()).toBe(true);
    await dialog.getByText('1 rule selected').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await first.uncheck();
    await dialog.getByLabel('Name of a rule').fill('spend_77');
    await dialog.getByRole('checkbox', { name: /^spend_77 / }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'spend_77' }).waitFor();
    await page.getByRole('link', { name: 'spend', exact: true }).waitFor({ state: 'detached' });
  });

  it('asks about fifty rules with the question and the answers in view', async () => {
    const { page } = await openAs('/rules');
    await page.locator('[data-rule]').first().waitFor();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Switch off …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off 50 rules' });
    await dialog.getByRole('button', { name: 'Switch off', exact: true }).waitFor();
    expect((await dialog.getByRole('heading').boundingBox())!.y).toBeGreaterThan((await dialog.boundingBox())!.y);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says that not all rules are offered for a dry run', async () => {
    const { page } = await openAs('/dry-runs/new');
    await page.getByText('Showing the first 50. Use filters to find others.').waitFor();
    await page.getByLabel('Find a rule').fill('spend_77');
    await page.getByText('Use filters to find others.').waitFor({ state: 'detached' });
    await page.getByRole('option', { name: /^spend_77/ }).waitFor({ state: 'attached' });
  });

  it('finds the rule of a threshold lab among those with similar keys, and pages through the labs', async () => {
    const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
    for (const amount of [200, 300, 400]) {
      const payment = { externalId: `lab-${amount}`, type: 'PAYMENT', amount, currency: 'USD' };
      await make('/transactions', { ...payment, transactedAt: '2026-01-01T12:00:00.000Z' });
    }
    const body = { source: source('spend'), param: 'limit', steps: 3, ...period, name: 'First of many' };
    const { sweepId } = await make('/rules/sweeps', body);
    await waitForDryRun(api(), `/rules/sweeps/${sweepId as string}`);
    const { page } = await openAs(`/lab/${sweepId as string}`);
    await page.getByRole('button', { name: /^Try .* in the editor$/ }).waitFor();
    await api().pool.query(
      `insert into dry_runs select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'name', 'Later ' || n,
         'created_at', r.created_at + n * interval '1 second'))).* from dry_runs r, generate_series(1, 50) n where r.id = $1`,
      [sweepId],
    );
    await page.goto(page.url().replace(/lab\/.*/, 'dry-runs'));
    const labs = page.getByRole('region', { name: 'Threshold lab' });
    await labs.getByRole('link', { name: 'Later 50' }).waitFor();
    expect(await labs.getByRole('link', { name: 'First of many' }).count()).toBe(0);
    await labs.getByRole('link', { name: 'Next' }).click();
    await labs.getByRole('link', { name: 'First of many' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('offers every member as the actor of the audit trail', async () => {
    const { organizationId } = api().production;
    await inOrder(oneMore, (at) => makeSignInLink(api().pool, { organizationId, email: `analyst-${at}@example.com` }));
    const { page } = await openAs('/operate/audit');
    await page.getByRole('option', { name: 'analyst-100@example.com' }).waitFor({ state: 'attached' });
  });

  it('offers every mapping of an import', async () => {
    const mapping = { target: 'transaction', columnMapping: { Ref: 'externalId' } };
    await inOrder(oneMore, (at) => make('/batch-import/mappings', { ...mapping, name: `Bank ${at}` }));
    const { page } = await openAs('/operate/imports/new');
    for (const name of ['Bank 0', 'Bank 100'])
      await page.getByRole('option', { name, exact: true }).waitFor({ state: 'attached' });
  });

  /** Raises alerts at once, as rules did 45 minutes ago. */
  const raise = (count: number, name: string): Promise<unknown> => {
    const { organizationId } = api().production;
    const alert = { severity: 'LOW', type: 'FRAUD', ruleId: spend, ruleVersion: 1, riskContribution: 1 } as const;
    const alerts = Array.from({ length: count }, (_, at) => {
      return { ...alert, title: `${name} ${at}`, evaluationId: newId(), ruleSetVersion: 'rs_1' };
    });
    return inTransaction(api().pool, organizationId, (client) =>
      storeAlerts(client, organizationId, alerts, new Date(Date.now() - 45 * 60_000)),
    );
  };

  it('adds all loaded alerts to one case, and takes them out again with undo', async () => {
    await raise(130, 'joined');
    const { page } = await openAs('/inbox?q=joined');
    await page.locator('[data-work]').first().waitFor();
    await page.getByRole('region', { name: 'Work' }).hover();
    for (const row of [102, 131]) {
      await page.mouse.wheel(0, 20_000);
      await page.locator(`[data-work][aria-rowindex="${row}"]`).waitFor();
    }
    await page.getByRole('checkbox', { name: 'Choose', exact: true }).check();
    await page.getByText('130 alerts chosen').waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Name of the case').fill('All of them');
    await page.keyboard.press('Enter');
    await page.locator('[data-toast]').getByText('130 alerts joined in INV-').waitFor();
    const { investigations } = (await api().call('/intelligence/investigations?search=All%20of')).body;
    expect((investigations as readonly Body[]).map(({ alertCount }) => alertCount as number)).toEqual([130]);
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').getByText('The alerts were removed').waitFor();
  });

  it('says that the number of alerts to be resolved is an estimate', async () => {
    await raise(10_050, 'Flood');
    const { page } = await openAs('/inbox');
    await page.getByRole('button', { name: /^All about 1\d,\d{3} matching this filter/ }).click();
    await page.getByText(/^All about 1\d,\d{3} alerts matching this filter$/).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: /^Resolve about 1\d,\d{3} alerts$/ }).waitFor();
    const { page: spanish } = await openAs('/inbox', { locale: 'es-AR' });
    const since = spanish.getByRole('cell', { name: /^hace \d+ minutos$/ }).first();
    await since.waitFor();
    const cut = await since.evaluate((cell) => {
      const { scrollWidth, clientWidth } = cell as unknown as Readonly<Record<string, number>>;
      return scrollWidth! - clientWidth!;
    });
    expect(cut).toBe(0);
  });

  it('keeps the filter of rules narrow with long names of matrices', async () => {
    await make('/risk-matrices', { name: 'x'.repeat(199) });
    const { page } = await openAs('/rules');
    const filter = page.getByLabel('Risk matrix', { exact: true });
    await filter.getByRole('option', { name: 'xxx' }).waitFor({ state: 'attached' });
    expect((await filter.boundingBox())!.width).toBeLessThan(300);
  });

  it('says how many changes of a rule set its row leaves out, and lists them beside it', async () => {
    const ids = [await publishRule(api(), { source: source('first_active') })];
    for (const at of [1, 2, 3]) {
      const { rules } = (await api().call(`/rules?key=spend_${at}`)).body;
      ids.push(rules[0].id as string);
    }
    const rules = await Promise.all(
      ids.slice(1).map(async (id) => {
        const { version } = (await api().call(`/rules/${id}`)).body.rule;
        return { id, ifVersion: version, version };
      }),
    );
    await make('/rules/bulk', { rules, status: 'active' });
    const { page } = await openAs('/rules/sets');
    await page.getByRole('row', { name: /Set 2 .* and 1 more$/ }).waitFor();
    await page.getByRole('region', { name: 'Set 2' }).getByText('spend_3: added').waitFor();
  });

  it('names the first rules that wait as one change, and all of them on demand', async () => {
    const rules = await inOrder(8, async (at) => {
      const { rules: found } = (await api().call(`/rules?key=spend_${at + 20}`)).body;
      const { id, version } = found[0] as { readonly id: string; readonly version: number };
      return { id, ifVersion: version, version };
    });
    await storePolicy(api(), { requireSecondPerson: true });
    try {
      await make('/rules/bulk', { rules, status: 'active' });
      const { page, heard } = await openAs('/rules/approvals');
      const waiting = page.locator('[data-approval]').getByRole('link');
      await page.getByRole('link', { name: 'spend_24 open the rule' }).waitFor();
      expect(await waiting.count()).toBe(5);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'and 3 more' }).click();
      await page.getByRole('link', { name: 'spend_27 open the rule' }).waitFor();
      expect(await waiting.count()).toBe(8);
      expect(heard.requests.filter((each) => each.includes('/rules?ruleIds='))).toHaveLength(2);
    } finally {
      await storePolicy(api(), { requireSecondPerson: false });
    }
  });
});
