import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { thresholdRule } from './support/past-payments.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

/** A window of 1,280 pixels at a zoom of 400 %. */
const narrow = { width: 320, height: 700 };

/** A name without a gap. */
const longName = 'Waldvogelstrasse'.repeat(12);

/** A name that is written from right to left, with a number and Latin letters in it. */
const rightToLeft = 'شركة التجارة العامة 123 (ABC)';

describePages('narrow screens', () => {
  const { api, openAs } = useConsole();

  /** Returns those of the pages that are wider than the window. */
  const widePages = async (paths: readonly string[], viewport: { readonly width: number; readonly height: number }) => {
    const { page } = await openAs('/inbox', { viewport, locale: 'pt-BR' });
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(`${api().url}/console/${api().production.organizationId}/${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > viewport.width) wide.push(`${path}: ${width}`);
    }
    expect(await axeFindings(page)).toEqual([]);
    return { page, wide };
  };

  it('is no wider than a narrow window: only its contents scroll horizontally', async () => {
    const ruleId = await publishRule(api(), { source: thresholdRule(50) });
    const [payment] = await sendPayments(api(), [812.5]);
    const paths = [
      ...['inbox', 'rules', `rules/${ruleId}`, 'rules/new', 'payments', `payments/${payment}/why`, 'parties'],
      ...['dry-runs', 'dry-runs/new', 'dry-runs/file', 'lab/new', 'operate', 'operate/webhooks', 'operate/imports/new'],
      ...[
        'lists',
        'lists/blocks',
        'settings/rates',
        'settings/organization',
        'settings',
        'settings/members',
        'settings/roles?open=new',
        'settings/keys?open=new',
      ],
    ];
    expect((await widePages(paths, narrow)).wide).toEqual([]);
  });

  it('is no wider than a narrow window on the pages of single records and of settings', async () => {
    const send = async (path: string, body: object) => {
      const answer = await api().call(path, { body });
      if (answer.status >= 300) throw new Error(answer.text);
      return answer.body;
    };
    const { id: ruleId } = (await send('/rules', { source: thresholdRule(60).replace('big "Big"', 'large "Large"') }))
      .rule;
    const { id: partyId } = (await send('/entities', { type: 'company', name: rightToLeft, countryCode: 'BR' })).entity;
    const alert = { name: rightToLeft, severity: 'HIGH', targetEntityId: partyId };
    const { id: alertId } = (await send('/intelligence/alerts', alert)).alert;
    const { id: caseId } = (await send('/intelligence/investigations', { name: rightToLeft, entityId: partyId }))
      .investigation;
    const matrix = { name: rightToLeft, key: 'narrow', targetEntityTypes: ['transaction'] };
    const { id: matrixId } = (await send('/risk-matrices', matrix)).riskMatrix;
    const paths = [
      ...[`rules/${ruleId}/health`, `rules/${ruleId}/history`, `rules/${ruleId}?release=true`],
      ...['rules/files', 'rules/sets', 'rules/params', 'rules/approvals', 'recent', 'operate/audit'],
      ...[`parties/${partyId}`, `parties/${partyId}/graph`, `inbox?open=${alertId}`, `cases/${caseId}`],
      ...['operate/imports', 'automations', `settings/matrices/${matrixId}`, 'settings/matrices'],
      ...['settings/billing', 'settings/integrations', 'settings/executions'],
    ];
    expect((await widePages(paths, narrow)).wide).toEqual([]);
  });

  it('is not widened by the amounts of the newest payments beside a rule', async () => {
    await sendPayments(api(), [99_999_999_999_999.25], 'a-large-payment');
    const { page } = await openAs('/rules/new', { viewport: narrow });
    await page.getByRole('link', { name: 'a-large-payment-1' }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(narrow.width);
  });

  it('wraps names without spaces, and shows the text of an alert beside the open item', async () => {
    const party = { type: 'company', externalId: 'long', name: longName, countryCode: 'BR' };
    const made = (await api().call('/entities', { body: party })).body as { readonly entity: { readonly id: string } };
    const entityId = made.entity.id;
    const sent = {
      externalId: `p-${'x'.repeat(190)}`,
      type: 'PAYMENT',
      amount: 5,
      currency: 'BRL',
      originEntityId: entityId,
    };
    const { transaction } = (await api().call('/transactions', { body: sent })).body as {
      readonly transaction: { readonly id: string };
    };
    const alert = { name: longName, severity: 'HIGH', targetEntityId: entityId };
    const raised = (await api().call('/intelligence/alerts', { body: alert })).body as {
      readonly alert: { readonly id: string };
    };
    const list = { name: longName, type: 'custom', source: 'manual_entry' };
    const { data } = (await api().call('/data-lists', { body: list })).body as {
      readonly data: { readonly id: string };
    };
    const paths = [
      ...[`parties/${entityId}`, `parties/${entityId}/graph`, `payments/${transaction.id}/why`, `lists/${data.id}`],
      `inbox?open=${raised.alert.id}`,
    ];
    const { page, wide } = await widePages(paths, { width: 1280, height: 800 });
    expect(wide).toEqual([]);
    const link = page.locator('[data-work] a').first();
    expect((await link.locator('xpath=ancestor::td').boundingBox())!.width).toBeGreaterThan(200);
    await page.goto(`${api().url}/console/${api().production.organizationId}/payments`);
    await page.getByRole('row').nth(1).waitFor();
    const table = await page.locator('table').boundingBox();
    expect(table!.width).toBeLessThan(1200);
  });

  it('shows the decision of a payment between two long names, and the menu without broken words', async () => {
    const body = {
      externalId: 'two-long-names',
      type: 'PAYMENT',
      amount: 25_000.12,
      currency: 'BRL',
      originName: longName,
      destinationName: longName,
    };
    expect(await api().call('/transactions', { body })).toMatchObject({ status: 201 });
    const { page } = await openAs('/payments?q=two-long-names', {
      viewport: { width: 1280, height: 800 },
      locale: 'pt-BR',
    });
    const decision = await page.getByRole('columnheader', { name: 'Decisão' }).boundingBox();
    expect(decision!.x + decision!.width).toBeLessThan(1280);
    const entry = page.getByRole('link', { name: 'Configurações' });
    const [long, short] = [await entry.boundingBox(), await page.getByRole('link', { name: 'Regras' }).boundingBox()];
    expect(long!.height).toBe(short!.height);
    const fitting = "[...document.querySelectorAll('nav a')].every((link) => link.scrollWidth <= link.clientWidth)";
    expect(await page.evaluate<boolean>(fitting)).toBe(true);
  });
});
