import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { thresholdRule } from './support/past-payments.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

/** A window of 1,280 pixels, four times enlarged. */
const viewport = { width: 320, height: 700 };

describePages('in a narrow window', () => {
  const { api, openAs } = useConsole();

  it('no page is wider than the window: only what is in it moves sideways', async () => {
    const ruleId = await publishRule(api(), { source: thresholdRule(50) });
    const [payment] = await sendPayments(api(), [812.5]);
    const paths = [
      ...['inbox', 'rules', `rules/${ruleId}`, 'rules/new', 'payments', `payments/${payment}/why`, 'parties'],
      ...['dry-runs', 'dry-runs/new', 'dry-runs/file', 'lab/new', 'operate', 'operate/webhooks', 'operate/imports/new'],
      ...['lists', 'settings', 'settings/members', 'settings/roles?open=new', 'settings/keys?open=new'],
    ];
    const { page } = await openAs('/inbox', { viewport, locale: 'pt-BR' });
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(`${api().url}/console/${api().production.organizationId}/${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > viewport.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });
});
