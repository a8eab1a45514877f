import { readFileSync } from 'node:fs';

import { specimenPdf, useDocumentRequests } from '../../apps/api/test/support/use-document-requests.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

describePages('documents of a party', () => {
  const { api, openAs } = useConsole();
  const { newCompany, requested, visit, patch } = useDocumentRequests(api);

  it('requests documents, sees them arrive, downloads one and accepts them', async () => {
    const entityId = await newCompany({ email: 'owner@quillobrandt.example' });
    const { page } = await openAs(`/parties/${entityId}`);
    const section = page.locator('[data-part="documents"]');
    await section.getByText('No documents were requested.').waitFor();
    await section.getByRole('button', { name: 'Request documents …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request documents' });
    await dialog.getByLabel('Document 1', { exact: true }).fill('Articles of incorporation');
    await dialog.getByRole('button', { name: 'Add a document' }).click();
    await dialog.getByLabel('Document 2', { exact: true }).fill('Articles of incorporation');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    // A refusal of the server is shown where the request was made.
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Document 2', { exact: true }).fill('Proof of address');
    await dialog.getByRole('checkbox').nth(1).uncheck();
    await dialog.getByLabel('Message').fill('Please send them as PDF.');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await section.getByText('The link was sent to owner@quillobrandt.example.').waitFor();
    await section.locator('[data-request="pending"]').waitFor();
    await page.locator('[data-facts]').getByText('Waiting for information').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    const visited = visit((await section.locator('[data-link]').textContent())!);
    const [statute] = (await visited.ask('state')).body.documents;
    await visited.send(statute.id, specimenPdf('statute'), 'statute.pdf');
    await visited.submit();
    await section.locator('[data-request="submitted"]').waitFor();
    await page.locator('[data-facts]').getByText('Active').waitFor();
    await section.getByRole('button', { name: 'Files (1)' }).click();
    const coming = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Download statute.pdf' }).click();
    const saved = await coming;
    expect(saved.suggestedFilename()).toBe('statute.pdf');
    expect(readFileSync(await saved.path())).toEqual(specimenPdf('statute'));
    expect(await axeFindings(page)).toEqual([]);
    await section.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('as in the register');
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await section.locator('[data-request="accepted"]').getByText('as in the register').waitFor();
    expect(await section.getByRole('button', { name: 'Discard' }).count()).toBe(0);
  });

  it('resends a link, discards, cancels, and is told of a status that cannot change', async () => {
    const entityId = await newCompany();
    const first = await requested(entityId);
    await requested(entityId);
    const { page } = await openAs(`/parties/${entityId}`, { locale: 'pt-BR' });
    const section = page.locator('[data-part="documents"]');
    await section.getByRole('heading', { name: 'Documentos solicitados' }).waitFor();
    const rows = section.locator('[data-request]');
    await rows.nth(1).getByRole('button', { name: 'Reenviar' }).click();
    await section.getByText('Nenhum e-mail foi enviado.').waitFor();
    expect((await visit(first.url).ask('state')).status).toBe(404);
    await rows.nth(0).getByRole('button', { name: 'Cancelar a solicitação' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar a solicitação' }).click();
    await section.locator('[data-request="cancelled"]').waitFor();
    await patch(entityId, { statusLocked: true });
    await rows.nth(1).getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('dialog').getByLabel('Motivo').fill('de outra empresa');
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
    await section.getByText('O status da parte está bloqueado e fica como está.').waitFor();
  });

  it('sees what is missing with read-only permission, and sees nothing without permission', async () => {
    const entityId = await newCompany();
    const made = await requested(entityId);
    await visit(made.url).send(made.documents[0]!.id, specimenPdf('seen'), 'seen.pdf');
    const shownTo = async (email: string, permissions: readonly string[]) => {
      const { page } = await openAs(`/parties/${entityId}`, {}, email);
      const role = await api().call('/roles', { body: { name: email, permissions } });
      const { members } = (await api().call('/members?limit=100')).body;
      const { id } = members.find((each: { email: string }) => each.email === email);
      const change = { method: 'PATCH', body: { roleId: role.body.role.id } };
      expect((await api().call(`/members/${id}`, change)).status).toBe(200);
      await page.reload();
      return page.locator('[data-part="documents"]');
    };
    const reader = await shownTo('reader@example.com', ['entities:read', 'kyc:read']);
    const refused = (name: string) => reader.getByRole('button', { name }).getAttribute('aria-disabled');
    await reader.getByRole('button', { name: 'Files (1)' }).click();
    await reader.getByRole('button', { name: 'Download seen.pdf' }).waitFor();
    for (const name of [
      'Request documents',
      'Send again',
      'Accept',
      'Discard',
      'Cancel the request',
      'Download seen.pdf',
    ])
      expect([name, await refused(name)]).toEqual([name, 'true']);
    const stranger = await shownTo('stranger@example.com', ['entities:read']);
    await stranger.getByText('kyc:read').waitFor();
    expect(await stranger.locator('[data-request]').count()).toBe(0);
  });
});
