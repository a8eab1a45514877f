import { createPersonAgent } from '../../apps/api/test/support/person-agent.js';
import { personEmails } from '../../apps/api/test/support/person-emails.js';
import { password } from '../../apps/api/test/support/use-people.js';
import { waitUntilFound } from '../../apps/api/test/support/wait-until.js';
import { describePages } from './support/find-browser.js';
import { axeFindings, type OpenedPage } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const next = 'five other quiet words';

describePages('own account', () => {
  const { api, openAs, open, newLink } = useConsole();

  /** Opens the console as somebody with a password. */
  const openWithPassword = async (email: string, options: Parameters<typeof open>[1] = {}): Promise<OpenedPage> => {
    await newLink(email);
    await createPersonAgent(api()).call('/auth/password/forgot', { body: { email } });
    const [letter] = await waitUntilFound(() => personEmails(api(), 'mail.password_reset', email));
    await createPersonAgent(api()).call('/auth/password/reset', { body: { token: letter!.token, password } });
    return openAs('/rules', options, email);
  };
  const signIn = async (email: string, given: string): Promise<number> =>
    (await createPersonAgent(api()).call('/auth/sign-in', { body: { email, password: given } })).status;

  it('changes the password, which ends the other sessions, after a wrong one was refused', async () => {
    const email = 'changes@example.com';
    const { page } = await openWithPassword(email, { locale: 'pt-BR' });
    const other = await openAs('/rules', {}, email);
    await other.page.locator('[data-live="live"]').waitFor();
    await page.getByText(email).first().click();
    await page.getByRole('button', { name: 'Alterar senha …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar sua senha' });
    await dialog.getByLabel('Senha atual').fill('not the password at all');
    await dialog.getByLabel('Nova senha').fill('short');
    await page.keyboard.press('Enter');
    // The browser refuses it, and nothing is sent.
    await dialog.locator('input:invalid:focus').waitFor();
    await dialog.getByLabel('Nova senha').fill(next);
    await page.keyboard.press('Enter');
    await dialog.getByText('Esta não é sua senha atual.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // A wrong password does not end the session.
    expect(await page.getByText('Sua sessão').count()).toBe(0);
    await dialog.getByLabel('Senha atual').fill(password);
    await dialog.getByLabel('Nova senha').fill(password);
    expect(await dialog.getByRole('button', { name: /^Alterar senha/ }).textContent()).toContain(
      'Esta já é sua senha.',
    );
    await dialog.getByLabel('Nova senha').fill(next);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-toast]').getByText('Senha alterada. As outras sessões foram encerradas.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await other.page.getByText('Your session has expired. Your input is still here.').waitFor();
    expect([await signIn(email, password), await signIn(email, next)]).toEqual([401, 200]);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Regras' }).waitFor();
  });

  it('sends a link to somebody without a password, and asks to sign in when the session ended meanwhile', async () => {
    const email = 'links-only@example.com';
    const { page, context } = await openAs('/rules', {}, email);
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('password');
    await page.getByRole('option', { name: 'Change password …' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change your password' });
    await dialog.getByRole('button', { name: /Send me a link/ }).click();
    await dialog.getByText(`The link has been sent to ${email}.`).waitFor();
    await waitUntilFound(() => personEmails(api(), 'mail.password_reset', email));
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByLabel('New password').fill(next);
    await context.clearCookies();
    await page.keyboard.press('Enter');
    await page.getByText('Your session has expired. Your input is still here.').waitFor();
  });
});
