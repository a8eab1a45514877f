import { makeReport } from '@tamis/testkit/reports';

import { waitForDryRun } from '../../apps/api/test/support/dry-run-calls.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { editor } from './support/edit-rule.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { ended, period, runLower, storePast, thresholdRule } from './support/past-payments.js';
import { useConsole } from './support/use-console.js';

describePages('threshold lab', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;

  beforeAll(async () => {
    ({ ruleId } = await storePast(api()));
  });

  /** Makes a sweep of the rule in which two payments have labels. */
  const swept = async (): Promise<Body> => {
    const inline = [
      { externalId: 'p-45', label: 'positive' },
      { externalId: 'p-55', label: 'positive' },
      { externalId: 'p-20', label: 'negative' },
    ];
    const body = { ruleIds: [ruleId], param: 'limit', steps: 10, ...period, labels: { inline } };
    const started = await api().call('/rules/sweeps', { body });
    return waitForDryRun(api(), `/rules/sweeps/${started.body.sweepId as string}`);
  };

  it('starts from the rule by keyboard, and shows only alerts if there are no labels', async () => {
    const { page } = await openAs(`/rules/${ruleId}`, { colorScheme: 'dark', locale: 'pt-BR' });
    await page.getByRole('link', { name: 'Laboratório de limiares' }).click();
    await page.getByLabel('Parâmetro').waitFor();
    await page.getByLabel('Do dia').fill('2026-03-01');
    await page.getByLabel('Quantidade de valores').fill('10');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const slider = page.getByRole('slider', { name: 'Valor' });
    await slider.waitFor(ended);
    await page.getByText('Nenhum registro tem rótulo, por isso não há precisão.').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^50 USD: .* 11 acionamentos$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'Laboratório de limiares' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'limit', exact: true }).click();
    await slider.waitFor();
  });

  it('C13: moves the line by dragging or arrow keys, and shows the figures of the server for each value', async () => {
    const sweep = await swept();
    const { page } = await openAs(`/lab/${sweep.id as string}`);
    const slider = page.getByRole('slider', { name: 'Value' });
    await slider.waitFor();
    const { body } = await api().call(`/rules/sweeps/${sweep.id as string}?ruleKey=big`);
    const points = body.sweep.points as Body[];
    const expected = (at: number): RegExp => {
      const { value, hits, positivesCaught, positivesTotal, falseAlarms } = points[at]!;
      const [shown, labelled] = [value.$money as string, positivesCaught + falseAlarms > 0];
      const known = `· ${positivesCaught} of ${positivesTotal} frauds caught`;
      return new RegExp(`^${shown}: .* ${hits} hits ${known}${labelled ? ` · ${falseAlarms} false alarms` : '$'}`);
    };
    const told = () => slider.getAttribute('aria-valuetext');
    await page.getByText('50 USD: ').first().waitFor();
    expect(await told()).toMatch(expected(4));
    expect(await axeFindings(page)).toEqual([]);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await told()).toMatch(expected(3));
    await page.keyboard.press('Shift+ArrowRight');
    expect(await told()).toMatch(expected(8));
    await page.keyboard.press('Home');
    expect(await told()).toMatch(expected(0));
    await page.keyboard.press('End');
    expect(await told()).toMatch(expected(9));
    await page.waitForURL(/value=9/);
    const box = (await slider.boundingBox())!;
    const requests = (): Promise<number> =>
      page.evaluate(`performance.getEntriesByType('resource').filter(({ name }) => name.includes('/rules')).length`);
    // The records of the last value may still be on their way.
    let before = -1;
    await waitUntil(async () => {
      const earlier = before;
      await page.waitForTimeout(500);
      before = await requests();
      return before === earlier;
    });
    await page.mouse.move(box.x + box.width * 0.95, box.y + 50);
    await page.mouse.down();
    for (let at = 9; at >= 2; at -= 1) await page.mouse.move(box.x + box.width * (at / 10 + 0.05), box.y + 50);
    expect(await told()).toMatch(expected(2));
    expect(await requests()).toBe(before);
    await page.mouse.up();
    await page.waitForURL(/value=2/);
    // The records between the current value and this one.
    await page.getByText('p-48', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Why p-48' }).waitFor();
    await page.keyboard.press('b');
    await page.getByText('None, compared with the current value.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('suggests the best value within a budget, and opens it in the editor on top of unsaved changes', async () => {
    const sweep = await swept();
    const { page } = await openAs(`/lab/${sweep.id as string}`, { locale: 'es-AR' });
    await page.getByLabel('Presupuesto de alertas por día').fill('1000');
    const { body } = await api().call(`/rules/sweeps/${sweep.id as string}?ruleKey=big&alertsPerDay=1000`);
    const best = body.sweep.suggestion.value.$money as string;
    await page.getByRole('button', { name: `El mejor dentro del presupuesto: ${best}` }).click();
    await page.waitForURL(/budget=1000/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: `Probar ${best} en el editor` }).click();
    await page.waitForURL(`**/rules/${ruleId}`);
    await page.getByRole('button', { name: 'Seguir editándolo' }).click();
    await editor(page)
      .or(page.getByRole('textbox', { name: 'Texto de la regla' }))
      .getByText(thresholdRule(Number.parseInt(best, 10)).split('\n')[0]!)
      .waitFor();
  });
});

describePages('dry-run report file', () => {
  const { api, openAs } = useConsole();

  beforeAll(() => storePast(api()));

  it('C39: reads a dropped file of ten megabytes with few rows in the page and without sending it anywhere', async () => {
    const { page, heard } = await openAs('/dry-runs/file');
    await page.getByRole('heading', { name: 'Report file' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const report = makeReport(30_000);
    expect(report.length).toBeGreaterThan(10_000_000);
    const asked = heard.requests.length;
    const file = { name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(report) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('heading', { name: '30,000 records' }).waitFor();
    await page.getByText('read in this browser and sent nowhere').waitFor();
    await page.locator('[data-record]').first().waitFor();
    expect(await page.locator('[data-record]').count()).toBeLessThan(80);
    expect(await axeFindings(page)).toEqual([]);
    expect(heard.requests.slice(asked).filter((url) => !url.includes('/assets/'))).toEqual([]);
    await page.evaluate(`document.querySelector('[aria-label="Records"]').scrollTo(0, 10_000_000)`);
    await page.getByText('record-0', { exact: true }).waitFor();
    expect(await page.locator('[data-record]').count()).toBeLessThan(80);
    await page.getByRole('button', { name: 'second hits now 10,000' }).click();
    await page.getByRole('heading', { name: '10,000 records' }).waitFor();
    await page.getByRole('button', { name: 'Approve becomes Hold: 10,000' }).waitFor();
    await page.waitForURL(/rule=second/);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('reports what is wrong with an invalid file', async () => {
    const { page } = await openAs('/dry-runs/file', { colorScheme: 'dark' });
    const choose = (text: string): Promise<void> =>
      page.locator('input[type="file"]').setInputFiles({
        name: 'x.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
    await choose('{"a":');
    await page.getByText('It is not JSON. Write it with `--json` into a file, without other output.').waitFor();
    await choose('{"a":1}');
    await page.getByText('It is not a dry-run report. Write one with `tamis dry-run --json`.').waitFor();
    await choose(JSON.stringify({ success: true, dryRun: await runLower(api()) }));
    await page.getByText('It is a response of the server. Open that dry run in the list instead.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
