import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { editor, goTo, replaceText } from './support/edit-rule.js';
import { isFocusSeen, tabTo } from './support/keyboard.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const large = `rule large "Large payment" {
  on transaction (created)
  category fraud
  score 40
  when transaction.amount >= 500 USD
  then alert HIGH "Large" suggest SUSPEND
}
`;
/** For a payment of 900 USD without a channel: one rule is decided without the channel, the other is unknown. */
const others = [
  `rule huge "Huge on the web" {
  on transaction (created)
  when transaction.amount >= 100_000 USD and transaction.channel = "web"
  then suggest FLAG
}
`,
  `rule unsure "On the web" {
  on transaction (created)
  when transaction.channel = "web" and transaction.amount >= 1 USD
  then suggest FLAG
}
`,
];

const toast = (page: Page) => page.locator('[data-toast]');

async function pressAll(page: Page, text: string): Promise<void> {
  for (const letter of text) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
}

describePages('rule authoring', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;
  let payments: readonly string[];

  beforeAll(async () => {
    ruleId = await publishRule(api(), { source: large });
    for (const source of others) await publishRule(api(), { source });
    payments = await sendPayments(api(), [900, 300, 12.1]);
  });

  it('C5: changes a rule, sees changed outcomes, saves, publishes and undoes it with the keyboard only', async () => {
    const { page } = await openAs('/rules');
    const row = page.getByRole('link', { name: 'large', exact: true });
    await row.waitFor();
    await page.keyboard.press('j');
    while ((await page.evaluate('document.activeElement.textContent')) !== 'large') await page.keyboard.press('j');
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/rules/${ruleId}`);
    await page.getByText('3 payments, none changes').waitFor();
    await page.locator('.cm-content').waitFor();
    await tabTo(page, '.cm-content');
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 4; line += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    for (let left = '500 USD'.length; left > 0; left -= 1) await page.keyboard.press('Shift+ArrowLeft');
    await pressAll(page, '250 USD');
    await page.getByText('1 of 3 payments change').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('version 3 is staged, 2 decides').waitFor();
    // Leaves the text field, so that letters are shortcuts again.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Alt+Shift+P');
    await page.locator('[data-gate="checks"]').waitFor();
    // Does not wait for a field: the shortcut works wherever the focus is in the drawer.
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('is active').waitFor();
    expect((await api().call(`/rules/${ruleId}`)).body.rule.activeVersion).toBe(3);
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    // The focus has returned to where it was before.
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('z');
    await waitUntil(async () => {
      const { rule } = (await api().call(`/rules/${ruleId}`)).body;
      return rule.activeVersion !== 3 && (rule.source as string).includes('500 USD');
    });
    await page.keyboard.press('g');
    await page.keyboard.press('z');
    await page.getByText('taken back').first().waitFor();
  });

  it('steps a number with the keyboard and sees the decisions change', async () => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByText('3 payments, none changes').waitFor();
    await replaceText(page, '500 USD', '301 USD');
    await goTo(page, '301');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('1 of 3 payments change').waitFor();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    expect(await editor(page).textContent()).toContain('transaction.amount >= 310 USD');
  });

  it('steps the last digit of a number, and never a day', async () => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    await replaceText(page, '500 USD', '10_000.05 USD and transaction.transactedAt >= 2026-11-30');
    await page.locator('.rule-number', { hasText: '2026-11-30' }).waitFor();
    await goTo(page, '10_000.05');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await goTo(page, '2026-11-30');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    const text = await editor(page).innerText();
    expect(text).toContain('9_999.95 USD');
    expect(text).not.toMatch(/20(?!26)\d\d-11-30|2027/);
  });

  it('C11: adds a payment as a rule test with one key, sees it pass, fail on a rule change, and removes it', async () => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    await page.getByText('of 3 payments').or(page.getByText('3 payments, none')).first().waitFor();
    await page.getByRole('link', { name: 'bread-1' }).focus();
    await page.keyboard.press('t');
    await toast(page).getByText('The test was added to the rule').waitFor();
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    const run = page.getByRole('button', { name: 'Run the tests' });
    await run.click();
    await page.getByText('1 of 1 pass').or(page.getByText('1 of 1 tests pass')).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await replaceText(page, '>= 500 USD', '>= 5_000 USD');
    await page.getByText('>= 5_000 USD').waitFor();
    await run.click();
    const failed = page.locator('[data-tone="error"]', { hasText: 'evaluation' });
    await failed.waitFor();
    // The value of the payment is shown below it.
    expect(await page.locator('li', { has: failed }).first().textContent()).toMatch(/got: no hit.*900/);
    expect(await axeFindings(page)).toEqual([]);
    await replaceText(page, '>= 5_000 USD', '>= 500 USD');
    await page.getByRole('button', { name: 'Make bread-2 a test' }).focus();
    await page.keyboard.press('Enter');
    await waitUntil(async () => (await editor(page).textContent())!.match(/test "evaluation/g)?.length === 2);
    await page.keyboard.press('z');
    await toast(page).getByText('The test was removed from the text').waitFor();
    expect((await editor(page).textContent())!.match(/test "evaluation/g)).toHaveLength(1);
  });

  it('C19: reads why rules did not hit: not evaluated, false and unknown have three marks and three words', async () => {
    const { page } = await openAs(`/payments/${payments[0]!}/why`, { colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Did not hit (1)' }).waitFor();
    await page.getByRole('heading', { name: 'Unknown (1)' }).waitFor();
    for (const rule of ['huge', 'unsure'])
      await page.locator('summary', { hasText: new RegExp(`^.*${rule} `) }).click();
    const marks = (rule: string) =>
      page
        .locator('details', { has: page.locator('summary', { hasText: new RegExp(`^.*${rule} `) }) })
        .locator('[data-outcome]')
        .evaluateAll((all) =>
          (all as unknown as { getAttribute(name: string): string | null; textContent: string | null }[]).map(
            (mark) => [mark.getAttribute('data-outcome'), mark.textContent, mark.getAttribute('title')],
          ),
        );
    const shown = [...(await marks('huge')), ...(await marks('unsure'))];
    expect(shown).toEqual(
      expect.arrayContaining([
        ['false', '✗false', 'false'],
        ['skipped', '–not asked', 'not asked'],
        ['unknown', '?unknown', 'unknown'],
      ]),
    );
    expect(new Set(shown.map(([outcome]) => outcome)).size).toBe(new Set(shown.map(([, told]) => told)).size);
    expect(await axeFindings(page)).toEqual([]);
  });
});
