import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

/** Pages with a filter by day, and the name of its field. */
const pages = [
  ['/operate/audit', 'From'],
  ['/payments', 'Since'],
  ['/settings/executions', 'From'],
  ['/settings/rates', 'From'],
] as const;

describePages('filters by day', () => {
  const { openAs } = useConsole();

  it.each(pages)('take a day that is typed at %s, although its year is incomplete at first', async (path, name) => {
    const { page } = await openAs(path);
    await page.locator('h1').waitFor();
    if (path === '/payments') await page.getByText('More filters').click();
    const field = page.locator('input[type="date"]').and(page.getByLabel(name, { exact: true }));
    await field.focus();
    await page.keyboard.type('05012026', { delay: 30 });
    await page.waitForURL(/[?&]from=2026-05-01/);
    expect(await field.inputValue()).toBe('2026-05-01');
    // An incomplete day does not remove the filter; clearing the field does.
    await page.keyboard.press('Backspace');
    expect(await field.inputValue()).toBe('');
    await field.blur();
    expect([page.url(), await field.inputValue()]).toEqual([expect.stringContaining('from=2026-05-01'), '2026-05-01']);
    await field.fill('');
    await page.waitForURL((url) => !url.searchParams.has('from'));
  });
});
