import { makeSignInLink } from '../../apps/api/src/modules/tenancy/people/index.js';
import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { matrices as es } from '../../apps/console/src/i18n/es/admin/matrices.js';
import { axeFindings, type OpenedPage } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { replaceText } from './support/edit-rule.js';
import { useConsole } from './support/use-console.js';

const source = `rule lent "A large payment of the group" {
  on transaction (created)
  matrix lent
  category fraud
  score 60
  when transaction.amount >= 500 USD and transaction.metadata.tier = 3
  then suggest FLAG
}
`;

describePages('rules of a shared matrix', () => {
  const { api, open, openAs } = useConsole();
  let ruleId: string;
  let childId: string;

  const make = async (path: string, body: object): Promise<Body> => {
    const answer = await api().call(path, { body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const openInChild = async (path: string, locale = 'en-US'): Promise<OpenedPage> => {
    const link = await makeSignInLink(api().pool, { organizationId: childId, email: 'ana@example.com' });
    if (!link.ok) throw new Error(link.error);
    return open(`/console/${childId}${path}`, { locale }, async ({ request }) => {
      const answer = await request.post(`${api().url}/auth/link`, { data: { token: link.value.token } });
      if (!answer.ok()) throw new Error(await answer.text());
    });
  };

  beforeAll(async () => {
    const decisions = [{ decision: 'REJECT', from: 50 }];
    const { riskMatrix } = await make('/risk-matrices', { key: 'lent', name: 'Of all', status: 'active', decisions });
    ruleId = await publishRule(api(), { source });
    const path = `/organizations/${api().production.organizationId}/children`;
    childId = (await make(path, { name: 'Branch', countryCode: 'BR' })).production.id as string;
    await make(`/risk-matrices/${riskMatrix.id as string}/child-share`, { childOrganizationIds: [childId] });
  });

  it('shows no problems to its author', async () => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
  });

  it('shows no problems to a role that may not read matrices, custom currencies and lists', async () => {
    const permissions = ['rules:read', 'rules:edit', 'rules:execute'];
    const { role } = await make('/roles', { name: 'Writer', permissions });
    const email = 'writer@example.com';
    const { page } = await openAs(`/rules/${ruleId}`, {}, email);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    const members = (await api().call('/members')).body.members as readonly Body[];
    const path = `/members/${members.find((each) => each.email === email)!.id as string}`;
    const changed = await api().call(path, { method: 'PATCH', body: { roleId: role.id as string } });
    expect(changed.status).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: /^Save/ }).waitFor();
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    await replaceText(page, '500 USD', '500 PTS');
    await page.getByRole('heading', { name: '1 problem' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    expect(await page.getByText('E0801').count()).toBe(0);
  });

  it('is shown read-only in the organization that it is shared with', async () => {
    const { page } = await openInChild('/rules');
    await page.getByRole('link', { name: 'Of all · 1 rule' }).click();
    await page.getByText('(of the parent)', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'lent', exact: true }).click();
    await page.getByText('No matrix with it is enabled here, so it decides nothing here.').waitFor();
    await page.getByText('when transaction.amount >= 500 USD').waitFor();
    await page.getByRole('link', { name: 'Of all', exact: true }).waitFor();
    await page.getByText('metadata.tier', { exact: true }).waitFor();
    for (const name of [/Save/, /Release/]) expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Dry run', exact: true }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows that organization its health based on its own data', async () => {
    const { page } = await openInChild(`/rules/${ruleId}`);
    await page.getByRole('link', { name: 'Health', exact: true }).last().click();
    await page.getByRole('heading', { name: 'It has not run in this time' }).waitFor();
    await page.getByText('No other rule was a hit in the same runs.').waitFor();
    await page.getByText('as before').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is marked as a rule of the parent in the language of the reader', async () => {
    const { page } = await openInChild(`/rules/${ruleId}`, 'es-AR');
    await page.getByText(es.ofParent).waitFor();
  });
});
