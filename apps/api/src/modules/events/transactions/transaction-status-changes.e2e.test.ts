import { transactionStatuses } from '@tamis/library';

import { publishRule } from '../../../../test/support/publish-rule.js';
import { limits } from '../../../platform/limits.js';
import { useTransactions } from '../../../../test/support/use-transactions.js';

describe('section 1.5: transaction status changes', () => {
  const { api, create, patch, read, eventsOf, namesOf, trailOf } = useTransactions();

  const closed = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'];
  const table: Readonly<Record<string, readonly string[]>> = {
    CREATED: ['PROCESSING', 'SUSPENDED', 'SENT', ...closed],
    PROCESSING: ['SUSPENDED', 'SENT', ...closed],
    SUSPENDED: ['PROCESSING', 'SENT', ...closed],
    SENT: ['SUSPENDED', ...closed],
  };

  it.each(transactionStatuses)('allow only the defined transitions from %s', async (from) => {
    const allowed = table[from] ?? [];
    for (const to of transactionStatuses) {
      const { id, externalId } = await create({ status: from, executeRules: false });
      const { status, body } = await patch(`${id}/changeStatus`, { status: to, executeRules: false });
      if (from === to) expect([status, body.error.code]).toEqual([400, 'NO_CHANGES']);
      else if (!allowed.includes(to)) {
        expect([status, body.error.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
        expect(body.error.details).toMatchObject({ from, to, allowed: expect.arrayContaining([...allowed]) });
        expect(body.error.details.allowed).toHaveLength(allowed.length);
      } else {
        const changedAt = body.transaction.updatedAt;
        expect([status, body.statusChanged]).toEqual([200, { from, to, changedAt }]);
        expect(body.transaction).toEqual(await read(id));
        expect((await eventsOf(id)).slice(1)).toMatchObject([
          {
            event: 'transaction.status_changed',
            payload: { transactionId: id, externalId, previousStatus: from, status: to, reason: 'WITHOUT_REASON' },
          },
          { event: 'transaction.updated', payload: { changes: { status: { previous: from, current: to } } } },
        ]);
      }
    }
  });

  it('keep the newest changes in the history up to the limit', async () => {
    const { id } = await create({ status: 'SENT', executeRules: false });
    const statusHistory = Array.from({ length: limits.transactionStatusMoves }, (_, n) => ({
      ...{ status: 'SENT', previousStatus: 'SUSPENDED', reason: null },
      ...{ changedAt: '2026-03-01T10:00:00.000Z', changedBy: `m-${n}` },
    }));
    await api().pool.query('update transactions set status_history = $2 where id = $1', [
      id,
      JSON.stringify(statusHistory),
    ]);
    const { body } = await patch(`${id}/changeStatus`, { status: 'SUSPENDED', executeRules: false });
    expect(body.transaction.statusHistory).toEqual([
      ...statusHistory.slice(1),
      expect.objectContaining({ status: 'SUSPENDED', previousStatus: 'SENT' }),
    ]);
  });

  it('keep every change in the history, and the comment only in the audit log', async () => {
    const { id, externalId } = await create({ executeRules: false });
    await patch(`${id}/changeStatus`, { status: 'PROCESSING', executeRules: false });
    const sentBody = {
      status: 'DECLINED',
      reason: 'INSUFFICIENT_FUNDS',
      comment: 'called the bank',
      executeRules: false,
    };
    const { body, text } = await patch(`external/${externalId}/changeStatus`, sentBody);
    expect(body).not.toHaveProperty('rulesResult');
    expect(body.transaction).toMatchObject({
      status: 'DECLINED',
      reason: 'INSUFFICIENT_FUNDS',
      statusHistory: [
        { status: 'PROCESSING', previousStatus: 'CREATED', reason: null },
        { status: 'DECLINED', previousStatus: 'PROCESSING', reason: 'INSUFFICIENT_FUNDS' },
      ],
    });
    expect(text).not.toContain('called the bank');
    const trail = await trailOf(id);
    expect(trail.map(({ event }) => event).slice(1)).toEqual(Array(2).fill('transaction_status_changed'));
    expect(trail[2]).toMatchObject({
      context: { reason: 'called the bank' },
      changes: {
        status: { previous: 'PROCESSING', current: 'DECLINED' },
        reason: { previous: 'WITHOUT_REASON', current: 'INSUFFICIENT_FUNDS' },
      },
    });
  });

  it('trigger a new evaluation (section 5.1), in which a rule may change the status further', async () => {
    await publishRule(api(), {
      source: `rule on_move "on_move" {
  on transaction (status_changed)
  score 20
  when transaction.category = "stop"
  then set status of transaction to SUSPENDED
}`,
    });
    const { id } = await create({ category: 'stop' });
    const { body } = await patch(`${id}/changeStatus`, { status: 'SENT' });
    expect(body.statusChanged).toMatchObject({ from: 'CREATED', to: 'SENT' });
    expect(body.transaction).toMatchObject({
      status: 'SUSPENDED',
      statusHistory: [
        { status: 'SENT', previousStatus: 'CREATED' },
        { status: 'SUSPENDED', previousStatus: 'SENT', changedBy: 'rule' },
      ],
    });
    expect(body.rulesResult.evaluationId).toBe(body.transaction.lastEvaluationId);
    const { evaluation } = (await api().call(`/evaluations/${body.rulesResult.evaluationId}`)).body;
    expect(evaluation.trigger).toBe('transaction_status_changed');
    expect((await namesOf(id)).slice(1)).toEqual([
      'transaction.status_changed',
      'transaction.updated',
      'transaction.status_changed',
    ]);
  });
});
