import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const source = `rule large "Large" {
  on transaction (created)
  category fraud
  score 40
  when transaction.amount >= 500 USD
  then alert HIGH "Large"
}
`;

describePages('access administration', () => {
  const { api, open, openAs } = useConsole();

  it('C36: invites a member with a role that cannot publish, who then sees the console without publishing', async () => {
    const ruleId = await publishRule(api(), { source });
    const { page } = await openAs('/settings/roles?open=new');
    await page.getByLabel('Name', { exact: true }).fill('Writer of rules');
    await page.getByRole('checkbox', { name: 'rules:read' }).check();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await page.getByRole('checkbox', { name: 'rules:edit' }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the role' }).click();
    await page.locator('[data-role="Writer of rules"]').waitFor();

    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.locator('[data-member]').first().waitFor();
    await page.keyboard.press('i');
    await page.getByLabel('E-mail').fill('writer@example.com');
    await page.getByRole('dialog').getByLabel('Role').selectOption({ label: 'Writer of rules – 2 rights' });
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const link = page.locator('[data-secret]');
    await link.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const address = new URL(await link.inputValue());
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.locator('[data-member="writer@example.com"]').getByText('invited').waitFor();

    const second = (await open(`/console/accept-invitation${address.hash}`, { colorScheme: 'dark' })).page;
    await second.getByLabel('First name').fill('Vera');
    await second.getByLabel('New password').fill('a long pass phrase');
    await second.getByRole('button', { name: 'Accept the invitation' }).click();
    await second.waitForURL(/\/rules$/);
    const menu = second.getByRole('navigation', { name: 'Screens' });
    expect(await menu.getByRole('link').allTextContents()).toEqual(['Rules g r']);
    await second.goto(second.url().replace(/rules$/, `rules/${ruleId}`));
    const release = second.getByRole('button', { name: /^Release/ });
    await release.waitFor();
    expect(await release.textContent()).toContain('needs rules:publish');
    expect(await second.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    await second.goto(second.url().replace(/rules\/.*/, 'rules/approvals'));
    await second.getByText('lacks the permission rules:publish').waitFor();
    await second.goto(second.url().replace('rules/approvals', 'settings'));
    // Of the settings, they may read only the currency rates.
    await second.getByRole('heading', { level: 1, name: 'Currency rates' }).waitFor();
    await second.goto(second.url().replace(/settings.*/, 'settings/organization'));
    await second.getByText('lacks the permission organization:read').waitFor();
    await second.goto(second.url().replace(/settings.*/, 'settings/members'));
    await second.getByText('lacks the permission members:read').waitFor();
    expect(await axeFindings(second)).toEqual([]);
  });

  it('hides what a role does not permit, and explains it when only a rejected request reveals it', async () => {
    const email = 'few@example.com';
    const { page } = await openAs('/rules', {}, email);
    const { members } = (await api().call('/members?limit=100')).body as { readonly members: readonly Body[] };
    const { id } = members.find((each) => each.email === email)!;
    const give = async (...permissions: readonly string[]): Promise<void> => {
      const { role } = (await api().call('/roles', { body: { name: permissions.join(' '), permissions } })).body;
      expect((await api().call(`/members/${id}`, { method: 'PATCH', body: { roleId: role.id } })).status).toBe(200);
    };
    const refusals: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refusals.push(new URL(answer.url()).pathname));
    const menu = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    await menu.first().waitFor();
    const base = page.url().replace(/\/rules.*/, '');
    // If a role has changed in the meantime, the page notices it with the first refused request: here, not before the click.
    let letPass = (): void => undefined;
    const clicked = new Promise<void>((resolve) => (letPass = resolve));
    await page.route('**', async (route) => {
      if (route.request().resourceType() === 'fetch') await clicked;
      await route.fallback();
    });
    await give('alerts:read', 'rules:execute');
    await menu.filter({ hasText: 'Payments' }).click();
    letPass();
    await page.getByText('lacks the permission transactions:read').first().waitFor();
    // The session is loaded again after the refusal is shown.
    await menu.filter({ hasText: 'Parties' }).waitFor({ state: 'detached' });
    expect(await menu.allTextContents()).toEqual(['Inbox g i', 'Dry runs g d']);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);

    const gone = '00000000-0000-4000-8000-000000000000';
    const lacking = [
      ['inbox?kind=cases', 'cases:read'],
      ['inbox?kind=reviews', 'kyc:read'],
      [`cases/${gone}`, 'cases:read'],
      [`rules/${gone}`, 'rules:read'],
      [`payments/${gone}/why`, 'transactions:read'],
      ['settings', 'organization:read'],
      ['dry-runs/new', 'rules:read'],
    ] as const;
    refusals.splice(0);
    for (const [path, permission] of lacking) {
      await page.goto(`${base}/${path}`);
      await page.getByText(new RegExp(`(lacks the permission|needs) ${permission}`)).waitFor();
      expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1]);
    }
    expect(refusals).toEqual([]);
    await give('alerts:read', 'alerts:edit');
    for (const path of [`dry-runs/${gone}`, `lab/${gone}`]) {
      await page.goto(`${base}/${path}`);
      await page.getByText('lacks the permission rules:execute').waitFor();
    }
    expect(refusals).toEqual([]);
  });

  it('changes the role of a member, and undoes it', async () => {
    await api().call('/members/invite', { body: { email: 'bela@example.com', roleId: await roleOf('Member') } });
    const { page } = await openAs('/settings/members', { locale: 'es-AR', colorScheme: 'dark' });
    const role = page.getByLabel('Rol de bela@example.com');
    await role.selectOption({ label: 'Admin' });
    await page.locator('[data-toast]').getByText('Cambiado: bela@example.com').waitFor();
    await waitUntil(async () => (await memberRole('bela@example.com')) === 'Admin');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Miembros' }).click();
    await page.keyboard.press('z');
    await page.locator('[data-toast]').getByText('Como antes: bela@example.com').waitFor();
    await waitUntil(async () => (await memberRole('bela@example.com')) === 'Member');

    await page.getByRole('button', { name: 'Quitar a bela@example.com' }).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: /^Quitar/ });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('dialog').getByRole('textbox').fill('bela@example.com');
    await remove.click();
    await page.locator('[data-member="bela@example.com"]').waitFor({ state: 'detached' });
  });

  it('sees members appear and change live', async () => {
    const { page } = await openAs('/settings/members');
    await page.locator('[data-member]').first().waitFor();
    await page.locator('[data-live="live"]').waitFor();
    const body = { email: 'live@example.com', roleId: await roleOf('Member') };
    const { member } = (await api().call('/members/invite', { body })).body as { member: { id: string } };
    const role = page.getByLabel('Role of live@example.com');
    await role.waitFor();
    const change = { roleId: await roleOf('Admin') };
    expect((await api().call(`/members/${member.id}`, { method: 'PATCH', body: change })).status).toBe(200);
    await waitUntil(async () => (await role.locator('option:checked').textContent()) === 'Admin');
  });

  it('sees that a standard role cannot be edited', async () => {
    const { page } = await openAs('/settings/roles');
    await page.getByRole('link', { name: 'Owner' }).click();
    await page.getByText('A standard role cannot be changed. Create a custom role based on it.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'rules:publish' }).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is told that somebody else saved the role, and keeps the typed input until choosing to load the new version', async () => {
    const body = { name: 'Two of us', permissions: ['rules:read', 'rules:publish'] };
    const { role } = (await api().call('/roles', { body })).body;
    const { page } = await openAs(`/settings/roles?open=${role.id}`);
    await page.getByRole('checkbox', { name: 'alerts:read' }).check();
    const change = { permissions: ['rules:read'] };
    expect((await api().call(`/roles/${role.id}`, { method: 'PATCH', body: change })).status).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone saved a newer version in the meantime.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'alerts:read' }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /Show that version/ }).click();
    await waitUntil(async () => !(await page.getByRole('checkbox', { name: 'rules:publish' }).isChecked()));
    expect(await page.getByRole('checkbox', { name: 'alerts:read' }).isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: 'alerts:read' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-toast]').getByText('Changed: Two of us').waitFor();
  });

  it('deletes a role, and restores the same one with undo', async () => {
    const { role } = (await api().call('/roles', { body: { name: 'Passing', permissions: ['rules:read'] } })).body;
    const { page } = await openAs(`/settings/roles?open=${role.id}`, { locale: 'pt-BR', colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Remover a função' }).click();
    await page.locator('[data-role="Passing"]').waitFor({ state: 'detached' });
    await page.locator('[data-toast]').getByRole('button', { name: 'Desfazer' }).click();
    await page.locator('[data-toast]').getByText('foi restaurada').waitFor();
    await page.locator('[data-role="Passing"]').waitFor();
    expect(await roleOf('Passing')).toBe(role.id);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('C37: creates an API key with two permissions, copies it once, changes and revokes it', async () => {
    const { page } = await openAs('/settings/keys', { colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Name', { exact: true }).fill('Reports');
    await page.getByRole('checkbox', { name: 'rules:read' }).check();
    await page.getByRole('checkbox', { name: 'transactions:read' }).check();
    await page.getByRole('button', { name: 'Create the key' }).click();
    const secret = page.locator('[data-secret]');
    await secret.waitFor();
    const key = await secret.inputValue();
    expect(await axeFindings(page)).toEqual([]);
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
    expect(await page.locator('dialog:modal [data-secret]').inputValue()).toBe(key);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.locator('[data-key="Reports"]').waitFor();
    expect(await page.content()).not.toContain(key);
    const status = async (path = '/rules'): Promise<number> =>
      (await fetch(api().url + path, { headers: { authorization: `Bearer ${key}` } })).status;
    expect([await status(), await status('/members')]).toEqual([200, 403]);

    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('checkbox', { name: 'rules:read' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-toast]').getByText('Changed: Reports').waitFor();
    await waitUntil(async () => (await status()) === 403);
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').getByText('As before: Reports').waitFor();
    await waitUntil(async () => (await status()) === 200);

    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Reports');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.locator('[data-toast]').getByText('Revoked: Reports').waitFor();
    await waitUntil(async () => (await status()) === 401);
    await page.locator('[data-key="Reports"]').getByText('revoked').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('creates a team, renames it, and sets its members', async () => {
    const { page } = await openAs('/settings/members');
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Desk');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const row = (name: string) => page.locator(`[data-team="${name}"]`);
    await row('Desk').getByRole('combobox').selectOption({ index: 1 });
    await row('Desk')
      .getByRole('button', { name: /^Remove .* from Desk$/ })
      .waitFor();
    await row('Desk').getByRole('button', { name: 'Rename Desk' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Sanctions desk');
    await page.keyboard.press('Control+Enter');
    await row('Sanctions desk').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const teams = async (): Promise<readonly Body[]> => (await api().call('/teams')).body.teams as readonly Body[];
    expect(await teams()).toMatchObject([{ name: 'Sanctions desk', memberCount: 1 }]);
    const { investigation } = (await api().call('/intelligence/investigations', { body: { name: 'Given' } })).body;
    await page.goto(page.url().replace(/settings\/members.*/, `cases/${String(investigation.id)}`));
    await page.getByRole('button', { name: /^Assign/ }).click();
    await page.getByRole('dialog').getByLabel('To whom').selectOption('Sanctions desk (team)');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sanctions desk (team)').first().waitFor();
    const given = (await api().call(`/intelligence/investigations/${String(investigation.id)}`)).body.investigation;
    expect(given).toMatchObject({ assignedTo: (await teams())[0]!.id, assignedToType: 'team' });
    await page.goto(page.url().replace(/cases\/.*/, 'settings/members'));
    await row('Sanctions desk').getByRole('button', { name: 'Remove Sanctions desk' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Sanctions desk');
    await page.keyboard.press('Control+Enter');
    await row('Sanctions desk').waitFor({ state: 'detached' });
    expect(await teams()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Sanctions desk').waitFor();
    expect(await teams()).toMatchObject([{ name: 'Sanctions desk', memberCount: 1 }]);
  });

  it('is told that somebody else changed a member, a team or a case, and then changes the new version', async () => {
    const change = (path: string, body: object) => api().call(path, { method: 'PATCH', body });
    const conflict = 'Someone saved a newer version in the meantime.';
    const roleId = await roleOf('Member');
    const { member } = (await api().call('/members/invite', { body: { email: 'shared@example.com', roleId } })).body;
    const { team } = (await api().call('/teams', { body: { name: 'Shared desk' } })).body;
    const { page } = await openAs('/settings/members');
    const row = page.locator('[data-member="shared@example.com"]');
    await row.getByText('invited').waitFor();
    await change(`/members/${member.id}`, { environmentAccess: 'sandbox' });
    await row.getByLabel('Role of shared@example.com').selectOption({ label: 'Admin' });
    await page.getByText(conflict).waitFor();
    await page.getByRole('button', { name: /Show that version/ }).click();
    await page.getByText(conflict).waitFor({ state: 'detached' });
    await row.getByLabel('Role of shared@example.com').selectOption({ label: 'Admin' });
    await page.locator('[data-toast]').getByText('Changed: shared@example.com').waitFor();

    await page.getByRole('button', { name: 'Rename Shared desk' }).click();
    await change(`/teams/${team.id}`, { name: 'Fraud desk' });
    await page.getByRole('dialog').getByLabel('Name').fill('Sanctions desk');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByText(conflict).waitFor();
    expect((await api().call(`/teams/${team.id}`)).body.team.name).toBe('Fraud desk');

    const { investigation } = (await api().call('/intelligence/investigations', { body: { name: 'Shared' } })).body;
    await page.goto(page.url().replace(/settings\/members.*/, `cases/${String(investigation.id)}`));
    await page.getByRole('button', { name: /^Close/ }).click();
    await change(`/intelligence/investigations/${investigation.id}/status`, { status: 'ESCALATED' });
    await page.getByRole('dialog').getByLabel('Why').fill('Nothing found');
    await page.keyboard.press('Control+Enter');
    await page.getByText(conflict).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /Show that version/ }).click();
    await page.getByText(conflict).waitFor({ state: 'detached' });
    await page.getByText('Escalated').first().waitFor();
  });

  const roles = async (): Promise<readonly Body[]> => (await api().call('/roles')).body.roles as readonly Body[];
  const roleOf = async (name: string): Promise<string> =>
    (await roles()).find((each) => each.name === name)!.id as string;
  const memberRole = async (email: string): Promise<string> => {
    const { members } = (await api().call('/members?limit=100')).body as { readonly members: readonly Body[] };
    return members.find((each) => each.email === email)!.role.name as string;
  };
});
