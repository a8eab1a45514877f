import { useTestApi } from '../../../../test/support/use-test-api.js';
import { useDocumentRequests } from '../../../../test/support/use-document-requests.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { LookAfterRequests } from './use-cases/look-after-requests.js';

describe('the status of an entity awaiting documents', () => {
  const api = useTestApi();
  const { newCompany, request, requested, read, post, entityOf, patch, history, fulfil } = useDocumentRequests(api);
  const statusOf = async (id: string): Promise<string> => (await entityOf(id)).status;
  const restoreOf = async (id: string): Promise<string | null> => (await read(id)).statusRestore!.code;
  const expire = async (id: string): Promise<void> => {
    const past = `update document_requests set due_at = now() - interval '1 second', expires_at = now() - interval '1 second' where id = $1`;
    await api().pool.query(past, [id]);
    await waitUntil(async () => {
      await api().app.get(LookAfterRequests).endDue(new Date());
      return (await read(id)).status === 'expired';
    });
  };

  it.each(['accept', 'discard', 'cancel'])('is restored when an operator ends the request: %s', async (what) => {
    const entityId = await newCompany({ status: 'pending_verification' });
    const { id } = await requested(entityId);
    expect(await statusOf(entityId)).toBe('awaiting_information');
    expect((await post(id, what, { reason: 'looked at' })).status).toBe(200);
    expect(await statusOf(entityId)).toBe('pending_verification');
    expect((await post(id, what, { reason: 'again' })).body.error.code).toBe('INVALID_STATUS_TRANSITION');
  });

  it('is restored when the request expires', async () => {
    const entityId = await newCompany({ status: 'not_started' });
    const { id } = await requested(entityId);
    await expire(id);
    expect(await statusOf(entityId)).toBe('not_started');
    expect((await history(entityId))[0]).toMatchObject({ source: 'system', reason: 'documents expired' });
  });

  it.each(['blocked', 'suspended', 'rejected'])(
    'is unchanged when it is %s, and the request is rejected',
    async (status) => {
      const entityId = await newCompany();
      await patch(entityId, { status, reason: 'fraud' });
      const refused = await request(entityId);
      expect([refused.status, refused.body.error]).toMatchObject([
        ...[409, { code: 'INVALID_STATUS_TRANSITION', details: { status } }],
      ]);
      expect(await statusOf(entityId)).toBe(status);
      const listed = await api().call(`/api/kyc/document-requests?entityId=${entityId}`);
      expect(listed.body.documentRequests).toEqual([]);
    },
  );

  it('is unchanged when it is locked, which is reported, and the request is still created', async () => {
    const entityId = await newCompany();
    await patch(entityId, { statusLocked: true });
    const made = await requested(entityId);
    expect(made).toMatchObject({ previousStatus: null, statusChange: { outcome: 'failed', code: 'STATUS_LOCKED' } });
    await fulfil(made);
    expect([await statusOf(entityId), await restoreOf(made.id)]).toEqual(['active', 'STATUS_NOT_SET']);
  });

  it('is not restored while it is locked, but is restored on acceptance after unlocking', async () => {
    const entityId = await newCompany();
    const made = await requested(entityId);
    await patch(entityId, { statusLocked: true });
    await fulfil(made);
    expect(await statusOf(entityId)).toBe('awaiting_information');
    expect((await read(made.id)).statusRestore).toEqual({ outcome: 'failed', code: 'STATUS_LOCKED' });
    await patch(entityId, { statusLocked: false });
    expect((await post(made.id, 'accept')).body.statusRestore).toEqual({ outcome: 'restored', code: null });
    expect(await statusOf(entityId)).toBe('active');
  });

  it('is not restored when an operator changed it meanwhile, even back to awaiting_information', async () => {
    const [one, other] = [await newCompany(), await newCompany()];
    const [first, second] = [await requested(one), await requested(other)];
    await patch(one, { status: 'under_review' });
    await patch(other, { status: 'inactive' });
    await patch(other, { status: 'awaiting_information' });
    await Promise.all([fulfil(first), fulfil(second)]);
    expect([await statusOf(one), await statusOf(other)]).toEqual(['under_review', 'awaiting_information']);
    expect([await restoreOf(first.id), await restoreOf(second.id)]).toEqual(['STATUS_CHANGED', 'STATUS_CHANGED']);
    await post(first.id, 'discard', { reason: 'of another company' });
    expect(await statusOf(one)).toBe('under_review');
  });

  it('is restored after the last of several requests to its value before the first', async () => {
    const entityId = await newCompany({ status: 'under_review' });
    const made = [await requested(entityId), await requested(entityId), await requested(entityId)];
    expect(made.map(({ previousStatus }) => previousStatus)).toEqual(Array(3).fill('under_review'));
    expect(made.map(({ statusChange }) => statusChange.outcome)).toEqual(['set', 'unchanged', 'unchanged']);
    await fulfil(made[0]!);
    await post(made[2]!.id, 'cancel');
    expect([await statusOf(entityId), await restoreOf(made[0]!.id)]).toEqual(['awaiting_information', 'REQUESTS_OPEN']);
    await fulfil(made[1]!);
    expect([await statusOf(entityId), await restoreOf(made[0]!.id)]).toEqual(['under_review', null]);
    expect((await history(entityId)).map(({ status }) => status)).toEqual([
      ...['under_review', 'awaiting_information', 'under_review'],
    ]);
    // A later decision finds nothing to restore.
    await patch(entityId, { status: 'active' });
    await post(made[0]!.id, 'discard', { reason: 'late' });
    expect(await statusOf(entityId)).toBe('active');
  });

  it('is never restored when an operator had set it to awaiting_information before the request', async () => {
    const entityId = await newCompany({ status: 'awaiting_information' });
    const made = await requested(entityId);
    expect(made).toMatchObject({ previousStatus: null, statusChange: { outcome: 'unchanged' } });
    await fulfil(made);
    expect([await statusOf(entityId), await restoreOf(made.id)]).toEqual(['awaiting_information', 'STATUS_NOT_SET']);
  });

  it('waits again for a new request after being restored, from its value at that time', async () => {
    const entityId = await newCompany();
    const first = await requested(entityId);
    await patch(entityId, { status: 'under_review' });
    const second = await requested(entityId);
    expect(second.previousStatus).toBe('under_review');
    await fulfil(second);
    expect(await statusOf(entityId)).toBe('under_review');
    await post(first.id, 'cancel');
    expect(await statusOf(entityId)).toBe('under_review');
  });

  it('changes once when requests are ended concurrently', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const entityId = await newCompany();
        const [one, other] = [await requested(entityId), await requested(entityId)];
        const ends = await Promise.all([
          ...[fulfil(one), post(one.id, 'accept'), post(one.id, 'cancel'), post(one.id, 'resend')],
          ...[post(other.id, 'discard', { reason: 'no' }), post(other.id, 'cancel')],
        ]);
        expect(ends.every(({ status }) => [200, 400, 404, 409].includes(status))).toBe(true);
        await post(one.id, 'cancel');
        const moves = (await history(entityId)).map(({ status }) => status);
        const { events } = (await api().call(`/audit/events?resourceId=${one.id}&limit=100`)).body;
        const names = events.map(({ event }: { event: string }) => event);
        expect(names.filter((name: string) => name === 'document_request_cancelled').length).toBeLessThan(2);
        expect(names.filter((name: string) => name === 'document_request_submitted').length).toBeLessThan(2);
        return moves;
      }),
    );
    expect(rounds).toEqual(rounds.map(() => ['active', 'awaiting_information', 'active']));
  });

  it('returns to its earlier value when the entity is deleted and restored, and no request data is left', async () => {
    const entityId = await newCompany();
    const made = await requested(entityId);
    expect((await api().call(`/entities/${entityId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await api().call(`/api/kyc/document-requests/${made.id}`)).status).toBe(404);
    expect((await fulfil(made)).status).toBe(404);
    expect((await request(entityId)).status).toBe(404);
    expect((await api().call(`/audit/events?resourceId=${made.id}`)).body.events[0]).toMatchObject({
      ...{ event: 'document_request_cancelled', context: { reason: 'ENTITY_DELETED' } },
    });
    expect((await api().call(`/entities/${entityId}/restore`, { body: {} })).status).toBe(200);
    expect((await history(entityId)).map(({ status }) => status)).toEqual([
      ...['active', 'deleted', 'active', 'awaiting_information', 'active'],
    ]);
    // A status set by a person is kept.
    const waiting = await newCompany({ status: 'awaiting_information' });
    await requested(waiting);
    await patch(waiting, { status: 'deleted' });
    await api().call(`/entities/${waiting}/restore`, { body: {} });
    expect(await statusOf(waiting)).toBe('awaiting_information');
  });
});
