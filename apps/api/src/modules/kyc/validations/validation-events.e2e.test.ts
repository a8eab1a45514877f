import { closeAllSockets, openSocket } from '../../../../test/support/open-socket.js';
import { everyMove, makeEveryMove } from '../../../../test/support/provoke-validations.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useDeliveries } from '../../../../test/support/use-deliveries.js';
import { useValidations } from '../../../../test/support/use-validations.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { sandboxOutcomes } from './domain/sandbox-outcomes.js';
import { LookAfterValidations } from './use-cases/look-after-validations.js';

/** All fields of a validation event; it has no others. */
const members = {
  payload: ['entity', 'previousStatus', 'status', 'validation'],
  validation: [
    ...['createdAt', 'decision', 'entityId', 'expiresAt', 'id', 'integrationCode', 'isCurrent', 'metadata'],
    ...['organizationId', 'provider', 'sessionId', 'status', 'updatedAt'],
  ],
  entity: ['countryCode', 'externalId', 'id', 'name', 'status', 'taxId', 'type'],
};

describe('validation events', () => {
  const { api, openReceiver, made: madeWebhook } = useDeliveries();
  const validations = useValidations(api);
  const { newPerson, begin, read, visit } = validations;
  const { automation, finished, stepsOf, call } = useAutomations(api);
  afterAll(closeAllSockets);
  const post = (id: string, what: string, body?: object) =>
    api().call(`/api/kyc/validations/${id}/${what}`, { method: 'POST', ...(body && { body }) });

  it('are sent for every transition to webhooks and sockets, with a closed set of members', async () => {
    const receiver = await openReceiver();
    await madeWebhook(receiver.url, { events: ['kyc.*'] });
    const entityId = await newPerson();
    const socket = await openSocket(api().url, { token: api().production.key });
    await socket.subscribe(`entity:${entityId}`);
    await makeEveryMove(api(), validations, entityId);
    await waitUntil(() => receiver.received.length >= everyMove.length);
    const told = receiver.received.map(({ body }) => body);
    expect(told.map(({ event }) => event.replace('kyc.validation_', '')).sort()).toEqual([...everyMove].sort());
    for (const { payload } of told) {
      expect(Object.keys(payload).sort()).toEqual(members.payload);
      expect(Object.keys(payload.validation).sort()).toEqual([...members.validation].sort());
      expect(Object.keys(payload.entity).sort()).toEqual(members.entity);
      expect(payload.validation.status).toBe(payload.status);
    }
    const heard = () => socket.received.filter(({ name }) => name === 'kyc:validation-updated');
    await waitUntil(() => heard().length >= everyMove.length);
    expect(heard().map(({ body }) => body.status)).toEqual(
      everyMove.map((move) => (move === 'created' ? 'pending' : move)),
    );
    for (const { body } of heard())
      expect(Object.keys(body).sort()).toEqual(['organizationId', 'status', 'timestamp', 'validationId']);
    const { events } = (await api().call('/webhook-config/events')).body;
    const listed = events.filter(({ name }: { name: string }) => name.startsWith('kyc.validation_'));
    expect(listed.map(({ available }: { available: boolean }) => available)).toEqual(Array(8).fill(true));
  });

  it('start automations on a result, and automations can start validations', async () => {
    const id = await automation('kyc_validation_completed', {
      triggerConfig: { to: ['in_review'] },
      actions: [{ type: 'set_variable', config: { name: 'seen', value: '{{validation.id}}' } }],
    });
    const starting = await automation('manual_execution', {
      actions: [{ type: 'start_kyc_validation', config: { language: 'en' } }],
    });
    const entityId = await newPerson({ email: 'zephyrine@example.com' });
    const run = await call(`/automations/${starting}/run`, { entityId });
    const [step] = await stepsOf(run.body.executionId);
    expect(step).toMatchObject({ status: 'completed', result: { status: 'pending', emailed: true } });
    expect(JSON.stringify(step)).not.toContain('/kyc/session/');
    const validationId = step.result.validationId as string;
    const { rows } = await api().pool.query(
      `select recipient from outgoing_emails where event = 'mail.identity_validation'`,
    );
    expect(rows).toEqual([{ recipient: 'zephyrine@example.com' }]);
    const again = await call(`/automations/${starting}/run`, { entityId });
    expect((await stepsOf(again.body.executionId))[0]).toMatchObject({
      ...{ status: 'failed', error: { code: 'VALIDATION_IN_PROGRESS' } },
    });
    const { providerSessionUrl } = (await post(validationId, 'resend')).body;
    await visit(providerSessionUrl).showAll(91);
    await visit(providerSessionUrl).submit();
    expect((await finished(id)).map(({ status }) => status)).toEqual(['completed']);
  });

  it('carry their cause, so that automations starting validations of each other terminate', async () => {
    const to = { triggerConfig: { to: ['approved'] } };
    const opening = await automation('kyc_validation_completed', {
      ...to,
      actions: [{ type: 'create_investigation', config: { name: 'Look' } }],
    });
    const watching = await automation('kyc_validation_completed', {
      ...to,
      actions: [{ type: 'set_variable', config: { name: 'seen', value: 'yes' } }],
    });
    const starting = await automation('investigation_created', {
      actions: [{ type: 'start_kyc_validation', config: { language: 'en' } }],
    });
    const approve = async (id: string, url: string, seed: number): Promise<void> => {
      await visit(url).showAll(seed);
      await visit(url).submit();
      await post(id, 'review', { decision: 'approved', reason: 'looked at' });
    };
    const first = (await begin(await newPerson({ email: 'ada@example.com' }))).body;
    await approve(first.id, first.providerSessionUrl, 41);
    const [started] = await finished(starting);
    const { validationId } = (await stepsOf(started!.id))[0]!.result as { readonly validationId: string };
    await approve(validationId, (await post(validationId, 'resend')).body.providerSessionUrl, 51);
    expect(await finished(watching, 2)).toHaveLength(2);
    expect((await finished(opening, 2)).map(({ reason }) => reason)).toEqual([null, 'own_chain']);
  });

  it.each(sandboxOutcomes)(
    'for the sandbox test document $documentNumber carry its defined outcome',
    async (outcome) => {
      const { key } = api().sandbox;
      const { documentNumber, status, reasons } = outcome;
      const entityId = await newPerson({}, { idNumber: documentNumber }, key);
      const before = (await api().call('/billing/balance', { key })).body.data.balanceCents as number;
      const begun = (await begin(entityId, {}, key)).body;
      expect(begun.status).toBe('pending');
      await waitUntil(async () => (await read(begun.id, key)).status === status);
      const shown = await read(begun.id, key);
      expect(shown.decision?.reasons ?? []).toEqual(reasons);
      const { biometricResult, riskAssessment, documentsVerified } = shown;
      const faces = { approved: 'passed', rejected: reasons.includes('BIOMETRIC_FAILED') ? 'failed' : undefined };
      expect(biometricResult?.result).toBe(faces[status as keyof typeof faces]);
      const isLeft = status === 'abandoned' || status === 'expired';
      expect(documentsVerified).toHaveLength(isLeft ? 0 : 1);
      expect(riskAssessment?.level).toBe(isLeft ? undefined : status === 'rejected' ? 'HIGH' : 'LOW');
      expect((await api().call(`/entities/${entityId}`, { key })).body.kycVerified).toBe(status === 'approved');
      const paid = ['approved', 'rejected', 'in_review'].includes(status) ? 50 : 0;
      const after = (await api().call('/billing/balance', { key })).body.data;
      expect([before - after.balanceCents, after.reservedCents]).toEqual([paid, 0]);
    },
  );

  it('treat a test document normally in production, and a sandbox compares faces with its mock', async () => {
    const entityId = await newPerson({}, { idNumber: 'TEST-APPROVED' });
    const { id } = (await begin(entityId)).body;
    await api()
      .app.get(LookAfterValidations)
      .endDue(new Date(Date.now() + 60_000));
    expect((await read(id)).status).toBe('pending');
    const { key } = api().sandbox;
    const begun = (await begin(await newPerson({}, {}, key), {}, key)).body;
    await visit(begun.providerSessionUrl).showAll(95);
    await visit(begun.providerSessionUrl).submit();
    expect((await read(begun.id, key)).biometricResult).toMatchObject({ result: 'passed' });
  });
});
