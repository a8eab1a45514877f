import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

const source = `rule large "Large" {
  on transaction (created)
  category fraud
  score 10
  when transaction.amount >= 100 USD
}
`;
const oneMore = 101;

describePages('paging', () => {
  const { api, openAs } = useConsole();

  const call = async (path: string, method: string, body: object): Promise<void> => {
    const answer = await api().call(path, { method, body });
    if (answer.status >= 300) throw new Error(answer.text);
  };

  it('pages through rule sets from the newest to the first, and activates one from another page', async () => {
    await publishRule(api(), { source });
    const { organizationId } = api().production;
    // Each was active for a minute of an hour long ago; creating them one by one would take minutes.
    await api().pool.query(
      `update rule_sets set number = 200 where organization_id = $1`, [organizationId]); // prettier-ignore
    await api().pool.query(
      `insert into rule_sets (organization_id, version, number, content)
       select organization_id, 'rs_' || md5(n::text), n, content from rule_sets, generate_series(1, 100) n where organization_id = $1`,
      [organizationId],
    );
    await api().pool.query(
      `insert into rule_set_activations (organization_id, revision, version, activated_at, deactivated_at, content)
       select s.organization_id, -s.number, s.version, timestamptz '2026-01-01' + s.number * interval '1 minute',
         timestamptz '2026-01-01' + (s.number + 1) * interval '1 minute', a.content
       from rule_sets s, rule_set_activations a where s.organization_id = $1 and a.organization_id = $1 and s.number < 200 and a.revision > 0`,
      [organizationId],
    );
    const { page } = await openAs('/rules/sets');
    await page.getByText('It is active.').waitFor();
    await page.getByRole('link', { name: 'Set 100', exact: true }).waitFor();
    expect(await page.locator('[data-row]').count()).toBe(100);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Set 1', exact: true }).click();
    await page.waitForURL('**/rules/sets?set=1&page=2');
    await page.getByRole('heading', { name: 'Set 1', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Changes compared with rule set 200' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The address of a rule set on another page shows that set.
    await page.goto(page.url().replace('&page=2', ''));
    await page.getByRole('heading', { name: 'Set 1', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Set 100', exact: true }).waitFor();
  });

  it('pages through matrices, and finds one by name', async () => {
    for (let number = 1; number <= oneMore; number += 1)
      await call('/risk-matrices', 'POST', { name: `Matrix number ${number}` });
    const { page } = await openAs('/settings/matrices');
    await page.locator('[data-matrix="Matrix number 100"]').waitFor();
    expect(await page.locator('[data-matrix]').count()).toBe(100);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('[data-matrix="Matrix number 101"]').waitFor();
    await page.locator('[data-matrix="Matrix number 100"]').waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Key or name').fill('number 77');
    await page.locator('[data-matrix="Matrix number 77"]').waitFor();
    await page.locator('[data-matrix="Matrix number 101"]').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('page')).toBe(null);
    await page.getByLabel('Key or name').fill('none is called so');
    await page.getByRole('heading', { name: 'No matrix is called so' }).waitFor();
    await page.getByRole('button', { name: 'Next' }).waitFor({ state: 'detached' });
  });
});
