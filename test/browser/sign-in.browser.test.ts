import { password } from '../../apps/api/test/support/use-people.js';
import { makeSignInLink } from '../../apps/api/src/modules/tenancy/people/index.js';
import { createPersonAgent } from '../../apps/api/test/support/person-agent.js';
import { personEmails } from '../../apps/api/test/support/person-emails.js';
import { waitUntilFound } from '../../apps/api/test/support/wait-until.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

describePages('console sign-in', () => {
  const { api, open, openAs, newLink } = useConsole();

  const letter = async (event: 'mail.sign_up' | 'mail.password_reset', email: string): Promise<string> => {
    const [found] = await waitUntilFound(() => personEmails(api(), event, email));
    return found!.token;
  };

  it('C1: signs in with a one-time link, which leaves no secret behind and works once', async () => {
    const link = await newLink();
    const { page } = await open(link);
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    expect(page.url()).not.toContain('link=');
    expect(await page.getByLabel('Password').count()).toBe(0);
    const again = await open(link);
    await again.page.getByText('The link is unknown, already used or expired.').waitFor();
    expect(await axeFindings(again.page)).toEqual([]);
  });

  it('creates an account and an organization with an emailed link, also at the address named in the email', async () => {
    const email = 'new@example.com';
    await createPersonAgent(api()).call('/auth/sign-up', { body: { email } });
    const { page } = await open(`/sign-up/complete#token=${await letter('mail.sign_up', email)}`, { locale: 'pt-BR' });
    await page.getByLabel('Nome', { exact: true }).fill('Ana');
    await page.getByLabel('Nova senha').fill(password);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Criar a conta' }).click();
    await page.getByRole('heading', { name: 'Sua primeira organização' }).waitFor();
    await page.getByLabel('Nome', { exact: true }).fill('Padaria Souza');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Criar' }).click();
    await page.getByRole('heading', { name: 'Ainda não há regras' }).waitFor();
    expect(await page.title()).toContain('Padaria Souza');
  });

  it('C2: reports a wrong password, resets the password by email, and signs out', async () => {
    const email = 'forgets@example.com';
    await createPersonAgent(api()).call('/auth/sign-up', { body: { email } });
    const body = { token: await letter('mail.sign_up', email), password };
    await createPersonAgent(api()).call('/auth/sign-up/complete', { body });
    const { page } = await open('/console/sign-in', { locale: 'es-AR' });
    await page.getByLabel('Correo').fill(email);
    await page.getByLabel('Contraseña').fill('some other password');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.getByText('El correo o la contraseña no son correctos.').waitFor();
    const brazilian = (await open('/console/sign-in', { locale: 'pt-BR' })).page;
    await brazilian.getByLabel('E-mail').fill(email);
    await brazilian.getByLabel('Senha').fill('some other password');
    await brazilian.keyboard.press('Enter');
    await brazilian.getByText('E-mail ou senha incorretos.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: '¿Olvidó la contraseña?' }).click();
    await page.getByLabel('Correo').fill(email);
    await page.getByRole('button', { name: 'Enviar el enlace' }).click();
    await page.getByText('el enlace está en camino').waitFor();
    await page.goto(`${api().url}/reset-password#token=${await letter('mail.password_reset', email)}`);
    await page.getByLabel('Nueva contraseña').fill('a quite different password');
    await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
    await page.getByText('La contraseña se guardó.').waitFor();
    await page.getByRole('link', { name: 'Volver al inicio de sesión' }).click();
    await page.getByLabel('Correo').fill(email);
    await page.getByLabel('Contraseña').fill('a quite different password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Su primera organización' }).waitFor();
  });

  it('C3: distinguishes production from sandbox, and asks to sign in on top of the page when the session ends', async () => {
    const { page, context } = await openAs('/rules');
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    const production = page.url();
    await page.getByLabel('Organization').selectOption({ label: 'Own · Sandbox' });
    await page.getByText('Sandbox: webhooks and emails of this organization are not sent').waitFor();
    await page.waitForFunction(`document.title.includes('Sandbox')`);
    // The address of a production page leads to production, regardless of what was shown before.
    await page.goto(production);
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await page.waitForFunction(`!document.title.includes('Sandbox')`);
    expect(await page.getByText('Sandbox: webhooks and emails of this organization are not sent').count()).toBe(0);
    await context.clearCookies();
    // Uses the keyboard: if something was loaded in the meantime, the dialog already covers the menu.
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByText('Your session has expired. Your input is still here.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('sends requests even if the browser has no randomUUID, as with http at the address of another machine', async () => {
    const { page, context } = await open('/console/sign-in');
    await context.addInitScript('delete Crypto.prototype.randomUUID');
    await page.reload();
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password').fill('some other password');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong address or password.').waitFor();
  });

  it('shows when to try again, and repeats waiting requests automatically', async () => {
    const { page } = await open('/console/sign-in');
    await page.clock.install();
    const busy = (retryAfter: number) => ({
      status: 429,
      headers: { 'retry-after': String(retryAfter) },
      json: { success: false, error: { code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts: try again in 65 s' } },
    });
    const isOf = (path: string) => (url: URL) => url.pathname === path;
    await page.route(isOf('/auth/sign-in'), (route) => route.fulfill(busy(65)), { times: 1 });
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password').fill('some other password');
    await page.keyboard.press('Enter');
    const timer = page.getByRole('timer');
    await timer.getByText('You can try again in 1 min 5 s.').waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain('65 s');
    // No key sends the form, because the waiting time grows with every attempt.
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: /^Sign in/ }).textContent()).toContain('not yet');
    await page.clock.runFor(10_000);
    await timer.getByText('You can try again in 55 s.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.clock.runFor(56_000);
    await timer.getByText('You can try again now.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong address or password.').waitFor();

    await page.route(isOf('/auth/session'), (route) => route.fulfill(busy(30)), { times: 1 });
    await page.goto(`${api().url}/console`);
    await timer.getByText('Retrying in 30 s.').waitFor();
    await page.clock.runFor(31_000);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('keeps asking to sign in after the session ended, and receives live updates again after sign-in', async () => {
    const email = 'signs-in-again@example.com';
    const { page } = await openAs('/rules', {}, email);
    await page.locator('[data-live="live"]').waitFor();
    // Setting a password elsewhere ends every session.
    await createPersonAgent(api()).call('/auth/password/forgot', { body: { email } });
    const body = { token: await letter('mail.password_reset', email), password };
    expect((await createPersonAgent(api()).call('/auth/password/reset', { body })).status).toBe(200);
    await page.getByText('Your session has expired. Your input is still here.').waitFor();
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
    await page.locator('dialog:modal').getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-live="live"]').waitFor({ timeout: 30_000 });
  });

  it('keeps an open dialog with its input when the session ends, and sends it after sign-in', async () => {
    const email = 'in-a-dialog@example.com';
    const { page, context } = await openAs('/lists', {}, email);
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
    await createPersonAgent(api()).call('/auth/password/forgot', { body: { email } });
    const body = { token: await letter('mail.password_reset', email), password };
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Name').fill('Typed before');
    await createPersonAgent(api()).call('/auth/password/reset', { body });
    await context.clearCookies();
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await again.waitFor();
    await again.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Typed before');
    await page.getByRole('button', { name: 'Create the list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Typed before' }).waitFor();
  });

  it('does not show data loaded for one person to another who has signed in since', async () => {
    const { page, context } = await openAs('/rules', {}, 'first@example.com');
    await page.getByLabel('Account: first@example.com').waitFor();
    // Somebody of another organization signs in, in another tab of the browser.
    const { organizationId } = api().stranger;
    const link = await makeSignInLink(api().pool, { organizationId, email: 'other@example.com' });
    if (!link.ok) throw new Error(link.error);
    const tab = await context.newPage();
    await tab.goto(`${api().url}/console/#link=${link.value.token}`);
    await tab.getByLabel('Account: other@example.com').waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { name: 'You have no access to this organization' }).waitFor();
    await tab.close();

    // The session ends, and somebody else signs in above the page.
    const second = await openAs('/rules', {}, 'second@example.com');
    await second.page.getByLabel('Account: second@example.com').waitFor();
    await second.context.clearCookies();
    for (const key of ['g', 'p']) await second.page.keyboard.press(key);
    const email = 'third@example.com';
    await newLink(email);
    await createPersonAgent(api()).call('/auth/password/forgot', { body: { email } });
    const body = { token: await letter('mail.password_reset', email), password };
    await createPersonAgent(api()).call('/auth/password/reset', { body });
    const dialog = second.page.locator('dialog:modal');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Password').fill(password);
    const reload = second.page.waitForEvent('load');
    await second.page.keyboard.press('Enter');
    await reload;
    await second.page.getByLabel(`Account: ${email}`).waitFor();
  });

  it('C2: signs out of this session and of all sessions', async () => {
    const link = await newLink('two-browsers@example.com');
    const here = await open(link);
    await here.page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    const there = await open(await newLink('two-browsers@example.com'));
    await there.page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await here.page.getByText('two-browsers@example.com').first().click();
    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The other page is notified immediately.
    await there.page.getByText('Your session has expired. Your input is still here.').waitFor();
  });
});
