import { useTestApi } from '../../../../test/support/use-test-api.js';
import { useValidations, type VisitedSession } from '../../../../test/support/use-validations.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { moves } from '../validations/domain/moves.js';
import type { ValidationStatus } from '../validations/index.js';
import { LookAfterValidations } from '../validations/use-cases/look-after-validations.js';

interface Begun {
  readonly id: string;
  readonly entityId: string;
  readonly session: VisitedSession;
}

describe('concurrent operations on one validation', () => {
  const api = useTestApi();
  const { newPerson, begin, visit, balance } = useValidations(api);
  const path = ({ id }: Begun, what: string): string => `/api/kyc/validations/${id}/${what}`;
  const post = (one: Begun, what: string, body?: object) =>
    api().call(path(one, what), { method: 'POST', ...(body && { body }) });
  const newOne = async (): Promise<Begun> => {
    const entityId = await newPerson({ email: 'zephyrine@example.com' });
    const { id, providerSessionUrl } = (await begin(entityId)).body;
    return { id, entityId, session: visit(providerSessionUrl as string) };
  };
  const endDue = async ({ id }: Begun) => {
    await api().pool.query(`update kyc_validations set due_at = now() - interval '1 second' where id = $1`, [id]);
    await api().app.get(LookAfterValidations).endDue(new Date());
    return { status: 200, text: '' };
  };

  const operations = {
    submit: ({ session }) => session.submit(),
    leave: ({ session }) => session.ask('cancel', { method: 'POST' }),
    show: ({ session }) => session.show('front', 3),
    cancel: (one) => post(one, 'cancel'),
    resend: (one) => post(one, 'resend'),
    expire: endDue,
    approve: (one) => post(one, 'review', { decision: 'approved', reason: 'compared manually' }),
    reject: (one) => post(one, 'review', { decision: 'rejected', reason: 'another face' }),
    replace: ({ entityId }) => begin(entityId, { force: true }),
    remove: ({ entityId }) => api().call(`/entities/${entityId}`, { method: 'DELETE' }),
  } satisfies Record<string, (one: Begun) => Promise<{ readonly status: number; readonly text: string }>>;

  const begun = async (): Promise<Begun> => {
    const one = await newOne();
    await one.session.showAll(81);
    return one;
  };
  const submitted = async (): Promise<Begun> => {
    const one = await begun();
    await one.session.submit();
    return one;
  };
  type Operation = keyof typeof operations;

  /** Checks that the ledger, audit log, link, entity and emails agree with the state of the validation. */
  async function assertConsistent({ id, entityId }: Begun, name: string): Promise<void> {
    const { rows } = await api().pool.query<{ status: ValidationStatus; isCurrent: boolean; hasLink: boolean }>(
      `select status, is_current as "isCurrent", session_hash is not null as "hasLink" from kyc_validations where id = $1`,
      [id],
    );
    const trail = await api().pool.query<{ status: { previous: ValidationStatus | null; current: ValidationStatus } }>(
      `select content->'changes'->'status' as status from audit_events
        where resource_id = $1 and content->'changes'->'status' is not null order by sequence`,
      [id],
    );
    const steps = trail.rows.map(({ status }) => status);
    for (const [index, { previous, current }] of steps.entries()) {
      expect([name, previous]).toEqual([name, index === 0 ? null : steps[index - 1]!.current]);
      if (previous !== null) expect([name, moves[previous]]).toEqual([name, expect.arrayContaining([current])]);
    }
    const letters = await api().pool.query(
      `select from outgoing_emails e where outcome is null and organization_id = $1
        and not exists (select from kyc_validations v where v.session_id = e.id and v.session_hash is not null)`,
      [api().production.organizationId],
    );
    expect([name, letters.rowCount]).toEqual([name, 0]);
    const entity = await api().call(`/entities/${entityId}`);
    const [row] = rows;
    expect([name, row === undefined]).toEqual([name, entity.status === 404]);
    if (!row) return;
    expect([name, row.status, row.hasLink]).toEqual([
      ...[name, steps.at(-1)!.current],
      row.status === 'pending' || row.status === 'in_progress',
    ]);
    // An approval before the replacement verifies the person; the other order does not.
    const isEither = row.status === 'approved' && !row.isCurrent;
    if (!isEither) expect([name, entity.body.kycVerified]).toEqual([name, row.status === 'approved']);
  }

  it.each<[ValidationStatus, () => Promise<Begun>, readonly Operation[]]>([
    ['pending', newOne, ['leave', 'show', 'cancel', 'resend', 'expire', 'replace', 'remove']],
    ['in_progress', begun, ['submit', 'leave', 'show', 'cancel', 'resend', 'expire', 'replace', 'remove']],
    ['in_review', submitted, ['approve', 'reject', 'expire', 'replace', 'remove']],
  ])('leave one that is %s as sequential execution would, for every pair', async (state, make, names) => {
    const before = await balance();
    const made: Begun[] = [];
    const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));
    for (const [first, second] of pairs) {
      const one = await make();
      made.push(one);
      const answers = await Promise.all([operations[first](one), operations[second](one)]);
      const name = `${state}: ${first} and ${second}`;
      for (const { status, text } of answers) expect([name, text, status < 500]).toEqual([name, text, true]);
      await assertConsistent(one, name);
    }
    for (const { entityId } of made) await api().call(`/entities/${entityId}`, { method: 'DELETE' });
    expect((await balance()).reservedCents).toBe(before.reservedCents);
  });

  it.each(['leave', 'submit', 'show'] as const)('do not %s with a link that is replaced meanwhile', async (name) => {
    const one = await begun();
    const client = await api().pool.connect();
    try {
      await client.query('begin');
      await client.query('select from entities where id = $1 for update', [one.entityId]);
      const asked = operations[name](one);
      await waitUntil(async () => (await api().pool.query('select from pg_locks where not granted')).rowCount! > 0);
      await client.query(
        `update kyc_validations set session_id = gen_random_uuid(), session_hash = sha256(gen_random_uuid()::text::bytea) where id = $1`,
        [one.id],
      );
      await client.query('commit');
      expect((await asked).status).toBe(404);
    } finally {
      client.release(true);
    }
    const { rows } = await api().pool.query('select status from kyc_validations where id = $1', [one.id]);
    expect(rows).toEqual([{ status: 'in_progress' }]);
  });

  it('send no new link after the validation has expired', async () => {
    const one = await newOne();
    await api().pool.query('update kyc_validations set expires_at = now() where id = $1', [one.id]);
    const { status, body } = await post(one, 'resend');
    expect([status, body.error.message]).toEqual([409, 'A validation that has expired no longer has a link']);
  });
});
