import { publishRule } from '../../../../test/support/publish-rule.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { useValidations } from '../../../../test/support/use-validations.js';

describe('a person changed after verification', () => {
  const api = useTestApi();
  const { newPerson, begin, read, visit } = useValidations(api);
  const entityOf = async (id: string) => (await api().call(`/entities/${id}`)).body;
  const verify = async (entityId: string, seed: number): Promise<void> => {
    const { id, providerSessionUrl } = (await begin(entityId)).body;
    const session = visit(providerSessionUrl as string);
    await session.showAll(seed);
    await session.submit();
    const body = { decision: 'approved', reason: 'compared manually' };
    expect((await api().call(`/api/kyc/validations/${id}/review`, { body })).status).toBe(200);
  };
  const change = (id: string, body: object) => api().call(`/entities/${id}`, { method: 'PATCH', body });

  beforeAll(() =>
    publishRule(api(), {
      source:
        'rule named "Unverified" {\n  on person (updated)\n  score 7\n\n  when entity.kycVerified == false\n\n  then suggest FLAG\n}\n',
    }),
  );

  it.each([
    [11, { name: 'Somebody Else' }],
    [13, { entityData: { person: { dateOfBirth: '1970-01-01' } } }],
    [15, { entityData: { person: { idNumber: 'ZZ0000001' } } }],
  ])('loses the verified status, which triggers rules and is recorded in the timeline (%#)', async (seed, body) => {
    const entityId = await newPerson();
    await verify(entityId, seed);
    const verified = await entityOf(entityId);
    expect(verified.kycVerified).toBe(true);
    const changed = (await change(entityId, body)).body;
    expect([changed.entity.kycVerified, changed.rulesResult.rulesTriggered > 0]).toEqual([false, true]);
    expect(await entityOf(entityId)).toMatchObject({ kycVerified: false, kycData: verified.kycData });
    const { events } = (await api().call(`/entities/${entityId}/timeline?limit=100`)).body;
    const told = events.filter(({ event }: { event: string }) => event === 'entity_updated');
    expect(told.map(({ changes }: { changes: object }) => changes)).toContainEqual(
      expect.objectContaining({ kycVerified: { previous: true, current: false } }),
    );
  });

  it('is shown to the reviewer as changed, and in the record of the review', async () => {
    const entityId = await newPerson();
    const { id, providerSessionUrl } = (await begin(entityId)).body;
    const session = visit(providerSessionUrl as string);
    await session.showAll(41);
    expect((await session.submit()).body.status).toBe('in_review');
    const isWarned = async (): Promise<boolean> => JSON.stringify((await read(id)).warnings).includes('ENTITY_CHANGED');
    expect(await isWarned()).toBe(false);
    await change(entityId, { name: 'Somebody Else' });
    expect(await isWarned()).toBe(true);
    expect((await api().call(`/api/kyc/entities/${entityId}/current`)).body).toEqual({
      ...(await read(id)),
      requestId: expect.any(String),
    });
    await change(entityId, { name: 'Zephyrine Quillobrandt' });
    expect(await isWarned()).toBe(false);
    await change(entityId, { name: 'Somebody Else' });
    const body = { decision: 'approved', reason: 'has married' };
    const reviewed = (await api().call(`/api/kyc/validations/${id}/review`, { body })).body;
    expect([reviewed.status, await isWarned(), (await entityOf(entityId)).kycVerified]).toEqual([
      'approved',
      true,
      true,
    ]);
  });

  it('stays verified when no verified value has changed', async () => {
    const entityId = await newPerson();
    await verify(entityId, 31);
    await change(entityId, { name: 'ZEPHYRINE QUILLOBRANDT', email: 'z@example.com', countryCode: 'AR' });
    await change(entityId, { attributes: { tier: 'gold' }, entityData: { person: { occupation: 'baker' } } });
    expect((await entityOf(entityId)).kycVerified).toBe(true);
  });
});
