import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const hour = '01:00:00';

describePages('times', () => {
  const { api, openAs } = useConsole();
  let paymentId: string;

  beforeAll(async () => {
    [paymentId = ''] = await sendPayments(api(), [10, 20]);
  });

  it('are shown in the zone of the organization, in UTC and relative to now, also after a while', async () => {
    const { page } = await openAs('/payments', {}, undefined, ({ clock }) => clock.install());
    const time = page.locator('tbody time').first();
    await time.waitFor();
    expect(await time.textContent()).toMatch(/UTC$/);
    expect(await time.getAttribute('title')).toMatch(/^(now|\d+ seconds? ago|1 minute ago) · .* UTC$/);
    await page.clock.fastForward(hour);
    await page.locator('tbody time[title^="1 hour ago"]').first().waitFor();
    expect(await page.locator('tbody time[title^="1 hour ago"]').count()).toBe(2);
  });

  it('stand beside the age on the page of one record', async () => {
    const { page } = await openAs(`/payments/${paymentId}/why`, { locale: 'pt-BR' });
    await page
      .locator('time', { hasText: /há \d+ (segundos?|minutos?)|agora/ })
      .first()
      .waitFor();
  });
});
