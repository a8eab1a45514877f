import type { Page } from 'playwright-core';

import { listedPerson, useListFiles } from '../../apps/api/test/support/list-files.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { useValidations } from '../../apps/api/test/support/use-validations.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const toast = (page: Page) => page.locator('[data-toast]');
const row = (page: Page, id: string) => page.locator(`[data-work="${id}"]`);
const isLive = (page: Page) => page.locator('[data-live="live"]').waitFor();
const owner = (page: Page, whose: string) => page.locator(`[data-owner="${whose}"]`);

describePages('screening matches and identity reviews', () => {
  const { api, openAs } = useConsole();
  const { newPerson, begin, visit } = useValidations(api);
  const { serve } = useListFiles();

  const call = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Body> => {
    const answer = await api().call(path, { method, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const matchesOf = async (name: string): Promise<readonly string[]> => {
    const person = { type: 'person', name, countryCode: 'BR' };
    const { id } = (await call('/entities', person)).entity;
    await call(`/entities/${id}/screenings`, {});
    const { matches } = await call(`/screening-matches?entityId=${id}`);
    return (matches as readonly Body[]).map((match) => match.id as string);
  };
  const newReview = async (seed: number): Promise<string> => {
    const { id, providerSessionUrl } = (await begin(await newPerson())).body;
    const session = visit(providerSessionUrl as string);
    await session.showAll(seed);
    await session.submit();
    expect((await call(`/api/kyc/validations/${id}`)).status).toBe('in_review');
    return id as string;
  };
  /** Decides the open item, with a button and a reason. */
  const decide = async (page: Page, button: string, reason: string): Promise<void> => {
    await page.locator('[data-panel]').getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(reason);
    await page.keyboard.press('Control+Enter');
  };

  beforeAll(async () => {
    const names = ['Omar Haddad', 'Omar Haddad', 'Yusuf Karimov', 'Elena Petrova'];
    const entries = names.map((name, at) => listedPerson(`69${at + 10}`, name));
    await serve(api(), 'un_sc', entries);
    await call(`/screening-profiles/${api().production.organizationId}`, { lists: ['un_sc'] }, 'PATCH');
  });

  it('takes the next match while another person gets the one after it, and releases it', async () => {
    const ids = await matchesOf('Omar Haddad');
    expect(ids).toHaveLength(2);
    const { page: one } = await openAs('/inbox?kind=matches');
    const { page: other } = await openAs('/inbox?kind=matches', { locale: 'pt-BR', colorScheme: 'dark' });
    for (const page of [one, other]) {
      await row(page, ids[0]!).waitFor();
      await isLive(page);
    }
    await one.keyboard.press('n');
    await toast(one).getByText('The next one is assigned to you').waitFor();
    await one.waitForURL(/open=/);
    const taken = new URL(one.url()).searchParams.get('open')!;
    await row(other, taken).getByText('sem responsável').waitFor({ state: 'detached' });
    await other.keyboard.press('n');
    await other.waitForURL(/open=/);
    expect(new URL(other.url()).searchParams.get('open')).toBe(ids.find((id) => id !== taken));
    await owner(other, 'me').getByText('1').waitFor();
    await owner(one, 'unassigned').getByText('0').waitFor();
    expect(await axeFindings(one)).toEqual([]);
    expect(await axeFindings(other)).toEqual([]);
    await other.keyboard.press('n');
    await other.getByText('Não há mais nada sem responsável.').waitFor();

    await one.keyboard.press('z');
    await toast(one).getByText('It was given back to its previous assignee').waitFor();
    await owner(other, 'unassigned').getByText('1').waitFor();
    await other.locator('h1').click();
    await other.keyboard.press('a');
    expect(await axeFindings(other)).toEqual([]);
    await other.getByRole('dialog').getByRole('combobox').selectOption('unassigned');
    await other.getByRole('dialog').getByRole('button', { name: 'Atribuir' }).click();
    await toast(other).getByText('Ficou sem responsável').waitFor();
    await owner(one, 'unassigned').getByText('2').waitFor();
  });

  it('confirms a match without undo, and replaces the decision by another', async () => {
    const [id] = await matchesOf('Yusuf Karimov');
    const { page } = await openAs(`/inbox?kind=matches&open=${id}`, { locale: 'es-AR', colorScheme: 'dark' });
    await page.locator('[data-match-state="open"]').waitFor();
    await decide(page, 'Es esa persona …', 'El mismo pasaporte');
    await toast(page).getByText('Se decidió sobre la coincidencia').waitFor();
    expect(await toast(page).getByRole('button', { name: 'Deshacer' }).count()).toBe(0);
    await page.locator('[data-match-state="confirmed"]').waitFor();
    await page.locator('[data-panel]').getByText('El mismo pasaporte').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Es esa persona …' }).count()).toBe(0);
    await decide(page, 'Es otra persona …', 'Otro año de nacimiento');
    await page.locator('[data-match-state="dismissed"]').waitFor();
    const { decisions } = await call(`/screening-matches/${id}`);
    expect((decisions as readonly Body[]).map(({ decision, reason }) => `${decision} ${reason}`)).toEqual([
      'dismissed Otro año de nacimiento',
      'confirmed El mismo pasaporte',
    ]);
  });

  it('has a second person approve a match decision and updates the page of the first', async () => {
    const profile = `/screening-profiles/${api().production.organizationId}`;
    await call(profile, { secondPersonFrom: 0.9 }, 'PATCH');
    const [id] = await matchesOf('Elena Petrova');
    const { page: first } = await openAs(`/inbox?kind=matches&open=${id}`);
    await isLive(first);
    await decide(first, 'True match …', 'The same passport');
    await toast(first).getByText('It waits for a second person').waitFor();
    await first.locator('[data-match-state="open"]').waitFor();
    const { page: second } = await openAs('/rules/approvals', { locale: 'pt-BR' });
    await second.locator('[data-approval]').getByText('The same passport').waitFor();
    expect(await axeFindings(second)).toEqual([]);
    await second.getByRole('button', { name: /^Aprovar/ }).click();
    await toast(second).getByText('Aprovada').waitFor();
    await first.locator('[data-match-state="confirmed"]').waitFor();
    const { decisions } = await call(`/screening-matches/${id}`);
    const [{ requestedBy, decidedBy }] = decisions as [Body];
    expect(requestedBy.id).not.toBe(decidedBy.id);
    await call(profile, { secondPersonFrom: null }, 'PATCH');
  });

  it('takes the review waiting longest and approves it with a reason, and rejects another', async () => {
    const ids = [await newReview(11), await newReview(31)];
    const { page: one } = await openAs('/inbox?kind=reviews', { colorScheme: 'dark' });
    const { page: other } = await openAs('/inbox?kind=reviews', { locale: 'pt-BR' });
    await isLive(one);
    await isLive(other);
    await row(one, ids[0]!).waitFor();
    await one.keyboard.press('n');
    await one.waitForURL(new RegExp(`open=${ids[0]}`));
    await row(other, ids[0]!).getByText('sem responsável').waitFor({ state: 'detached' });
    await other.keyboard.press('n');
    await other.waitForURL(new RegExp(`open=${ids[1]}`));
    await owner(one, 'unassigned').getByText('0').waitFor();
    expect(await axeFindings(one)).toEqual([]);

    await decide(one, 'Approve …', 'Document and face compared by eye');
    await toast(one).getByText('The identity was approved').waitFor();
    await one.locator('[data-review-status="approved"]').waitFor();
    await row(other, ids[0]!).and(other.locator('[data-gone]')).waitFor();
    await decide(other, 'Rejeitar …', 'Outro rosto');
    await toast(other).getByText('A identidade está rejeitada').waitFor();
    await other.locator('[data-review-status="rejected"]').getByText('Rejeitada').waitFor();
    await other.locator('[data-panel]').getByText('Outro rosto').waitFor();
    expect(await axeFindings(other)).toEqual([]);
    const decided = await Promise.all(ids.map((id) => call(`/api/kyc/validations/${id}`)));
    expect(decided.map(({ status, decision }) => [status, decision.reasons[0]] as readonly string[])).toEqual([
      ['approved', 'Document and face compared by eye'],
      ['rejected', 'Outro rosto'],
    ]);
  });

  it('names the missing permission if the role is read-only', async () => {
    const rights = ['alerts:read', 'kyc:read'];
    const { role } = await call('/roles', { name: 'Reads work', permissions: rights });
    const { page } = await openAs('/inbox?kind=reviews', {}, 'only-reads@example.com');
    const { members } = await call('/members?limit=100');
    const member = (members as readonly Body[]).find(({ email }) => email === 'only-reads@example.com')!;
    await call(`/members/${member.id}`, { roleId: role.id }, 'PATCH');
    await page.reload();
    await page
      .getByRole('button', { name: /^Take next/ })
      .getByText('needs kyc:review')
      .waitFor();
    await page.getByRole('button', { name: /^Screening matches/ }).click();
    await page
      .getByRole('button', { name: /^Take next/ })
      .getByText('needs alerts:assign')
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
