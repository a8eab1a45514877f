import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { ruleHistory as pt } from '../../apps/console/src/i18n/pt/admin/rule-history.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = (key: string, least: number): string => `rule ${key} "Of ${least} and more" {
  on transaction (created)
  category fraud
  score 20
  when transaction.amount >= ${least} USD
}
`;

describePages('rule history', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;

  const patch = async (body: object): Promise<void> => {
    const answer = await api().call(`/rules/${ruleId}`, { method: 'PATCH', body });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const stored = async (): Promise<{ readonly version: number; readonly source: string }> =>
    (await api().call(`/rules/${ruleId}`)).body.rule;

  const decides = async (): Promise<string> => (await api().call('/rule-sets/active')).body.ruleSet.version as string;

  beforeAll(async () => {
    ruleId = await publishRule(api(), { source: source('large', 100) });
    await patch({ source: source('large', 200), stage: true });
    await patch({ status: 'shadow', version: 3, reason: 'To see how few it hits' });
    await sendPayments(api(), [50, 150, 250]);
  });

  it('sees the changes and results of each version beside the active one, and restores a text', async () => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'History of large' }).waitFor();
    await page.locator('[data-version="2"]').getByText('decides').waitFor();
    // The author was a key, which has a name.
    const { apiKeys } = (await api().call('/api-keys')).body;
    await page
      .locator('[data-version="1"]')
      .getByText(apiKeys[0].name as string, { exact: true })
      .waitFor();
    await page.locator('[data-version="3"]').getByText('in shadow').waitFor();
    await page.locator('[data-version="3"]').getByRole('link').click();
    await page.waitForURL(`**/rules/${ruleId}/history?version=3`);
    const panel = page.getByRole('region', { name: 'version 3' });
    await panel.getByText('Both ran: one decided, the other in shadow.').waitFor();
    expect(await panel.locator('[data-behaviour] dd').allTextContents()).toEqual(['3', '1', '1', '0', '0 → 0']);
    await panel.locator('[data-kind="removed"]', { hasText: '100 USD' }).waitFor();
    await panel.locator('[data-kind="added"]', { hasText: '200 USD' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.locator('[data-version="1"]').getByRole('link').click();
    const first = page.getByRole('region', { name: 'version 1' });
    await first.getByRole('heading', { name: 'The first text' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const { version } = await stored();
    const before = await decides();
    await first.getByRole('button', { name: 'Take this text again' }).click();
    const toast = page.locator('[data-toast]');
    await toast.getByText(`Version ${version + 1} has the text of version 1`).waitFor();
    await page.locator(`[data-version="${version + 1}"]`).waitFor();
    expect((await stored()).source).toBe(source('large', 100));
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toast.getByText(`Version ${version + 2} has the previous text again`).waitFor();
    expect((await stored()).source).toBe(source('large', 200));
    expect(await decides()).toBe(before);
  });

  it('archives a rule by typing its name', async () => {
    const { body } = await api().call('/rules', { body: { source: source('unused', 7) } });
    const { page } = await openAs(`/rules/${body.rule.id as string}/history`);
    await page.getByRole('button', { name: 'Archive …' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('unused');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.waitForURL('**/rules');
    await page.locator('[data-toast]').getByText('Archived: unused').waitFor();
    await page.getByRole('link', { name: 'large', exact: true }).waitFor();
    await page.getByRole('link', { name: 'unused', exact: true }).waitFor({ state: 'detached' });
    await page.goto(`${page.url()}/${body.rule.id as string}/history`);
    await page.getByRole('button', { name: /it is archived/ }).waitFor();
    await page.getByRole('button', { name: /Take this text again.*Read only/ }).waitFor();
  });

  it('can read it in a narrow window and another language, with the keyboard', async () => {
    const viewport = { width: 360, height: 800 };
    const { page } = await openAs(`/rules/${ruleId}/history`, { locale: 'pt-BR', viewport });
    await page.getByRole('heading', { level: 1, name: pt.title('large') }).waitFor();
    await page.locator('[data-version="1"]').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/version=\d/);
    await page.getByRole('button', { name: new RegExp(pt.takeText) }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });
});
