import { MoveValidation, type ValidationStatus } from './index.js';
import { moves, validationStatuses } from './domain/moves.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { bySystem } from '../../../platform/audit/index.js';
import { topUp } from '../../../../test/support/use-fake-providers.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { useValidations } from '../../../../test/support/use-validations.js';
import { LookAfterValidations } from './use-cases/look-after-validations.js';

const unknownId = '00000000-0000-7000-8000-000000000001';

describe('identity validations', () => {
  const api = useTestApi();
  const { newPerson, begin, read, visit, balance } = useValidations(api);
  const setStatus = (id: string, status: ValidationStatus): Promise<unknown> =>
    api().pool.query('update kyc_validations set status = $2 where id = $1', [id, status]);
  const makeDue = (id: string): Promise<unknown> =>
    api().pool.query(`update kyc_validations set due_at = now() - interval '1 second' where id = $1`, [id]);
  const endDue = (): Promise<number> => api().app.get(LookAfterValidations).endDue(new Date());
  const post = (id: string, what: string, body?: object) =>
    api().call(`/api/kyc/validations/${id}/${what}`, { method: 'POST', ...(body && { body }) });

  it('starts with a link and reserves the cost of a result', async () => {
    const entityId = await newPerson();
    const before = await balance();
    const metadata = { order: 'A-7' };
    const { status, body } = await begin(entityId, {
      language: 'pt-BR',
      metadata,
      redirectUrl: 'https://example.com/x',
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        ...{ success: true, entityId, organizationId: api().production.organizationId, status: 'pending' },
        ...{ provider: 'tamis', integrationCode: 'global_tamis_document', isCurrent: true, metadata },
        validationSessionId: body.sessionId,
        providerSessionUrl: expect.stringMatching(/\/kyc\/session\/[\w-]{22}[.][\w-]{43}$/),
      }),
    ]);
    expect(new Date(body.expiresAt).getTime() - new Date(body.createdAt).getTime()).toBe(168 * 3_600_000);
    expect((await balance()).reservedCents - before.reservedCents).toBe(50);
    expect((await balance()).balanceCents).toBe(before.balanceCents);
    const shown = await read(body.id);
    expect(shown).toMatchObject({ status: 'pending', decision: null, documentsVerified: [], warnings: [], images: [] });
    expect(JSON.stringify(shown)).not.toContain('kyc/session');
    expect((await api().call(`/api/kyc/entities/${entityId}/current`)).body.id).toBe(body.id);
    const listed = await api().call(`/api/kyc/validations?entityId=${entityId}&status=pending,in_review`);
    expect(listed.body.validations.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });

  it('rejects an entity that is not a person, a disabled integration and insufficient balance', async () => {
    const company = await api().call('/entities', { body: { type: 'company', name: 'Example', countryCode: 'BR' } });
    expect((await begin(company.body.entity.id)).body.error.code).toBe('INVALID_ENTITY_TYPE');
    expect((await begin(unknownId)).body.error.code).toBe('ENTITY_NOT_FOUND');
    const entityId = await newPerson();
    for (const integrationCode of ['br_receita_cnpj', 'nothing']) {
      const { status, body } = await begin(entityId, { integrationCode });
      expect([status, body.error.code]).toEqual([403, 'INTEGRATION_NOT_ENABLED']);
    }
    const foreign = await api().call('/api/kyc/validations', { body: { entityId }, key: api().stranger.key });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    const wrong = await begin(entityId, { redirectUrl: 'javascript:alert(1)', expiresInHours: 721, language: '<x>' });
    expect(Object.keys(wrong.body.error.details)).toEqual(['language', 'redirectUrl', 'expiresInHours']);
    const large = await begin(entityId, { metadata: { text: 'é'.repeat(5_200) } });
    expect(large.body.error.details).toEqual({ metadata: expect.stringContaining('10240') });
    const { availableCents } = await balance();
    await topUp(api(), 10 - availableCents);
    const headers = { 'idempotency-key': 'poor' };
    const ask = () => api().call('/api/kyc/validations', { body: { entityId }, headers });
    expect([(await ask()).status, (await ask()).body.error.code]).toEqual([402, 'INSUFFICIENT_BALANCE']);
    expect((await balance()).availableCents).toBe(10);
    await topUp(api(), 100_000);
    expect((await ask()).status).toBe(201);
    const again = await ask();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  });

  it('allows one validation at a time per person, unless the caller forces another', async () => {
    const entityId = await newPerson();
    const first = (await begin(entityId)).body;
    const refused = await begin(entityId);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'VALIDATION_IN_PROGRESS', details: { validationId: first.id, status: 'pending' } },
    ]);
    const before = await balance();
    const second = (await begin(entityId, { force: true })).body;
    expect(await read(first.id)).toMatchObject({ status: 'cancelled', isCurrent: false });
    await visit(second.providerSessionUrl).show('front', 1);
    const third = (await begin(entityId, { force: true })).body;
    expect(await read(second.id)).toMatchObject({ status: 'abandoned', isCurrent: false });
    expect((await balance()).reservedCents).toBe(before.reservedCents);
    await setStatus(third.id, 'in_review');
    const fourth = (await begin(entityId, { force: true })).body;
    expect(await read(third.id)).toMatchObject({ status: 'in_review', isCurrent: false });
    const both = await Promise.all([begin(entityId, { force: true }), begin(entityId, { force: true })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await read(fourth.id)).isCurrent).toBe(false);
    const { rows } = await api().pool.query('select from kyc_validations where entity_id = $1 and is_current', [
      entityId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('can be cancelled before it begins, but not afterwards', async () => {
    const entityId = await newPerson();
    const before = await balance();
    const { id, providerSessionUrl } = (await begin(entityId)).body;
    expect((await post(id, 'cancel')).body).toMatchObject({ success: true, id, status: 'cancelled' });
    expect((await balance()).reservedCents).toBe(before.reservedCents);
    expect((await visit(providerSessionUrl).ask('state')).status).toBe(404);
    const again = await post(id, 'cancel');
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    expect(again.body.error.details).toEqual({ allowed: [] });
  });

  it('issues a new link on resend and invalidates the previous one', async () => {
    const entityId = await newPerson({ email: 'zephyrine@example.com' });
    const { id, providerSessionUrl, sessionId } = (await begin(entityId)).body;
    const resent = await post(id, 'resend');
    expect(resent.body).toMatchObject({ success: true, id, emailed: true });
    expect(resent.body.sessionId).not.toBe(sessionId);
    expect((await visit(providerSessionUrl).ask('state')).status).toBe(404);
    expect((await visit(resent.body.providerSessionUrl).ask('state')).status).toBe(200);
    const { rows } = await api().pool.query('select payload from outgoing_emails where id = $1', [
      resent.body.sessionId,
    ]);
    const secret = (resent.body.providerSessionUrl as string).split('.').at(-1)!;
    expect([rows.length, JSON.stringify(rows).includes(secret)]).toEqual([1, false]);
    await post(id, 'cancel');
    expect((await post(id, 'resend')).status).toBe(409);
  });

  it('waits for the person after resend, as long as the new link is valid', async () => {
    const { id, providerSessionUrl, expiresAt } = (await begin(await newPerson())).body;
    await visit(providerSessionUrl).show('front', 6);
    await makeDue(id);
    const { body } = await post(id, 'resend');
    await endDue();
    expect((await read(id)).status).toBe('in_progress');
    const dueAt = async (): Promise<string> =>
      (await api().pool.query('select due_at from kyc_validations where id = $1', [id])).rows[0].due_at.toISOString();
    expect(await dueAt()).toBe(expiresAt);
    await visit(body.providerSessionUrl).show('selfie', 7);
    expect(new Date(await dueAt()).getTime()).toBeLessThan(Date.now() + 31 * 60_000);
  });

  it('is visible only to its own organization', async () => {
    const { id } = (await begin(await newPerson())).body;
    const { key } = api().stranger;
    for (const path of [`validations/${id}`, `validations/${id}/images/front`]) {
      const foreign = await api().call(`/api/kyc/${path}`, { key });
      const unknown = await api().call(`/api/kyc/${path.replace(id, unknownId)}`, { key });
      expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error]);
    }
    for (const what of ['cancel', 'resend']) {
      const foreign = await api().call(`/api/kyc/validations/${id}/${what}`, { method: 'POST', key });
      expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await read(id)).status).toBe('pending');
  });

  it('expires or is abandoned after its deadline, at no cost', async () => {
    const before = await balance();
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async () => (await begin(await newPerson())).body as { id: string; providerSessionUrl: string }),
    );
    await visit(second!.providerSessionUrl).show('front', 5);
    for (const { id } of [first!, second!]) await makeDue(id);
    expect(await Promise.all([endDue(), endDue()]).then(([one, other]) => one + other)).toBeGreaterThanOrEqual(0);
    expect([(await read(first!.id)).status, (await read(second!.id)).status]).toEqual(['expired', 'abandoned']);
    expect((await read(third!.id)).status).toBe('pending');
    expect((await balance()).reservedCents - before.reservedCents).toBe(50);
    expect((await visit(first!.providerSessionUrl).ask('state')).status).toBe(404);
  });

  it('design 8.1, 21: allows in the database exactly the status transitions of the table', async () => {
    const { organizationId } = api().production;
    const move = (id: string, to: ValidationStatus) =>
      api()
        .app.get(TenantDatabase)
        .runAtomically(organizationId, async (client) => {
          const moving = api().app.get(MoveValidation);
          const locked = await moving.lock(client, organizationId, id);
          const evidence = { kind: 'review', reviewer: { id: null, name: 'test' } } as const;
          await moving.move(client, locked, { to, by: bySystem(organizationId, 'test'), evidence, now: new Date() });
        });
    const shared = (await begin(await newPerson())).body.id as string;
    const done: string[] = [];
    for (const from of validationStatuses)
      for (const to of validationStatuses) {
        const isInTable = moves[from].includes(to);
        const id = isInTable ? ((await begin(await newPerson())).body.id as string) : shared;
        await setStatus(id, from);
        const before = await balance();
        if (isInTable) {
          await move(id, to);
          expect((await read(id)).status).toBe(to);
          done.push(`${from} ${to}`);
        } else {
          await expect(move(id, to)).rejects.toMatchObject({ code: 'INVALID_STATUS_TRANSITION' });
          expect([(await read(id)).status, await balance()]).toEqual([from, before]);
        }
      }
    expect(done).toHaveLength(10);
  });
});
