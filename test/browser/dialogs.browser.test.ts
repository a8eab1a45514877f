import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { thresholdRule } from './support/past-payments.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

describePages('dialogs with an address', () => {
  const { api, openAs } = useConsole();

  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
  const asked = (page: Page) => new URL(page.url()).searchParams.get('ask');

  it('are opened by a link, closed by Back and by Escape, and do not come back', async () => {
    const { data } = (
      await api().call('/data-lists', { body: { name: 'Watched', type: 'custom', source: 'internal' } })
    ).body;
    const { page } = await openAs('/lists');
    await page.getByRole('link', { name: 'Watched' }).click();
    await page.getByRole('button', { name: /^Add/ }).click();
    await dialog(page, 'Add to Watched').waitFor();
    const link = page.url();
    expect(asked(page)).toBe('add');
    expect(await axeFindings(page)).toEqual([]);
    await page.goBack();
    await gone(page);
    expect(new URL(page.url()).pathname).toContain(data.id);
    await page.keyboard.press('a');
    await dialog(page, 'Add to Watched').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await gone(page);
    await page.waitForURL((url) => url.search === '');
    // Closing left nothing in the history that would open it again.
    await page.goBack();
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await page.goto(link);
    await dialog(page, 'Add to Watched').waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    expect([asked(page), new URL(page.url()).pathname]).toEqual([null, new URL(link).pathname]);
  });

  it('lead back to the list from what they made, without the dialog', async () => {
    const { page } = await openAs('/lists?q=made');
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Name').fill('Made by hand');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Made by hand', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Made by hand' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=made');
    await page.goto(page.url().replace(/lists.*/, 'settings/matrices?ask=new'));
    await page.getByRole('dialog').getByLabel('Name').fill('Own points');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Own points', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Choose rules …' }).click();
    await page.waitForURL(/ask=rules/);
    await page.goBack();
    await gone(page);
    await page.getByRole('heading', { name: 'Own points', level: 1 }).waitFor();
  });

  it('keep a secret until it is stored, and ask again for the next one', async () => {
    const body = { name: 'Ledger', url: 'https://93.184.216.34/hooks', events: ['alert.*'] };
    const { webhook } = (await api().call('/webhook-config', { body })).body as { webhook: { id: string } };
    const { page } = await openAs('/operate/webhooks');
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog(page, 'New secret').getByRole('button', { name: 'New secret' }).click();
    const secret = await page.locator('[data-secret]').inputValue();
    await page.evaluate('history.back()');
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-secret]').inputValue()).toBe(secret);
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await gone(page);
    expect(new URL(page.url()).pathname).toContain(webhook.id);
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog(page, 'New secret').getByText('The previous secret also signs').waitFor();
    expect(await page.locator('[data-secret]').count()).toBe(0);
  });

  it('of a release does not come back after it was closed', async () => {
    const ruleId = await publishRule(api(), { source: thresholdRule(50) });
    const { page } = await openAs('/rules');
    await page.getByRole('link', { name: 'big', exact: true }).click();
    await page.getByRole('button', { name: 'Release …' }).click();
    await page.waitForURL('**?release=true');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    expect(new URL(page.url()).pathname).toContain(ruleId);
    await page.goBack();
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
  });

  it('do not open for a role that lacks the permission', async () => {
    const { data } = (
      await api().call('/data-lists', { body: { name: 'Read only', type: 'custom', source: 'internal' } })
    ).body;
    const role = { name: 'Reader', permissions: ['data_lists:read', 'risk_matrices:read', 'webhooks:read'] };
    const { role: made } = (await api().call('/roles', { body: role })).body as { role: { id: string } };
    const email = 'reader@example.com';
    const { page } = await openAs('/lists', {}, email);
    const { members } = (await api().call('/members?limit=100')).body as { members: { id: string; email: string }[] };
    const { id } = members.find((each) => each.email === email)!;
    await api().call(`/members/${id}`, { method: 'PATCH', body: { roleId: made.id } });
    for (const path of [
      '/lists?ask=new',
      `/lists/${data.id as string}?ask=import`,
      '/settings/matrices?ask=new',
      '/operate/webhooks?ask=new',
    ]) {
      await page.goto(page.url().replace(/(console\/[^/]+).*/, `$1${path}`));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-disabled="true"]').first().waitFor();
      expect([path, await page.getByRole('dialog').count()]).toEqual([path, 0]);
    }
  });
});
