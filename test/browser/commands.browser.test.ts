import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { describePages } from './support/find-browser.js';
import { thresholdRule } from './support/past-payments.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

/** Runs the command whose name is found by these words, with the keyboard. */
async function run(page: Page, words: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.getByRole('option', { name, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

describePages('commands', () => {
  const { api, openAs } = useConsole();

  it('opens pages, starts work and switches the organization, with words in any order', async () => {
    const { page } = await openAs('/inbox');
    await heading(page, 'Inbox');
    await run(page, 'rule create', 'Create a rule');
    await heading(page, 'New rule');
    await run(page, 'dry run run', 'Run a dry run');
    await page.waitForURL('**/dry-runs/new');
    await run(page, 'settings members', 'Go to Settings: Members');
    await heading(page, 'Members');
    await run(page, 'key create', 'Create an API key');
    await page.waitForURL('**/settings/keys?open=new');
    await run(page, 'webhook create', 'Create a webhook');
    await page.getByRole('dialog', { name: 'New webhook' }).waitFor();
    await page.keyboard.press('Escape');
    await run(page, 'rule sets', 'Go to Rule sets');
    await page.waitForURL('**/rules/sets');
    await run(page, 'sandbox', /^Switch to Own · Sandbox/);
    await page.getByText('Sandbox: webhooks and emails of this organization are not sent').waitFor();
    // Roles are shared with production, and changed there.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('create a role');
    await page.getByText('No results.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('offers commands of the open rule, and the language, the colours and the keys', async () => {
    const ruleId = await publishRule(api(), { source: thresholdRule(50) });
    const { page } = await openAs(`/rules/${ruleId}`);
    await heading(page, 'big');
    await run(page, 'release', 'Release this rule');
    await page.waitForURL('**?release=true');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await run(page, 'dry run this', 'Run a dry run of this rule');
    await page.waitForURL(`**/dry-runs/new?rule=${ruleId}`);
    await page.goBack();
    await heading(page, 'big');
    await run(page, 'dark', 'Colours: Dark');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await run(page, 'espanol', 'Language: Español');
    await page.getByText('Buscar o ejecutar un comando').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await run(page, 'atajos', 'Mostrar los atajos de teclado');
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await run(page, 'salud de esta', 'Salud de esta regla');
    await page.waitForURL(`**/rules/${ruleId}/health`);
  });

  it('keeps what is typed while the commands are loaded, and scrolls to the chosen one', async () => {
    const { page } = await openAs('/rules');
    await heading(page, 'Rules');
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((resume) => (goOn = resume));
    await page.route(/palette-options/, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('payments');
    expect(await axeFindings(page)).toEqual([]);
    goOn();
    await page.getByRole('option', { name: 'Go to Payments', selected: true }).waitFor();
    await page.getByRole('combobox', { name: 'Search or command' }).fill('');
    await page.keyboard.press('ArrowUp');
    const last = page.getByRole('option').last();
    await last.and(page.locator('[aria-selected="true"]')).waitFor();
    const [inner, outer] = [await last.boundingBox(), await page.getByRole('listbox').boundingBox()];
    expect(inner!.y + inner!.height).toBeLessThanOrEqual(outer!.y + outer!.height + 1);
  });

  it('offers only what a person may do', async () => {
    const { page } = await openAs('/rules');
    await heading(page, 'Rules');
    await page.route('**/auth/session', async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as { organizations: { permissions: string[] }[] };
      for (const place of session.organizations) place.permissions = ['rules:read'];
      await route.fulfill({ json: session });
    });
    await page.reload();
    await heading(page, 'Rules');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Go to Rules' }).waitFor();
    const names = await page.getByRole('option').allTextContents();
    expect(names.filter((name) => /Create|Import|Run|Settings: (?!Currency)|Payments|Approvals/.test(name))).toEqual(
      [],
    );
  });
});
