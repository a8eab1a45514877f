import { createKeyWith } from '../../../../test/support/create-key-with.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwners } from '../../../../test/support/use-owners.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('graph of an entity', () => {
  const api = useTestApi();
  const { send, person, company, own } = useOwners(api);
  let [ana, bo, cy, acme] = ['', '', '', ''];
  let payments = 0;
  const pay = (originEntityId: string, destinationEntityId: string, amount: number): Promise<Body> =>
    send('/transactions', {
      ...{ type: 'TRANSFER', amount, currency: 'USD', originEntityId, destinationEntityId },
      externalId: `graph-${(payments += 1)}`,
    });
  const read = async (id: string, query = '', key?: string): Promise<Body> => {
    const answer = await api().call(`/entities/${id}/graph${query}`, key === undefined ? {} : { key });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.graph;
  };
  const labels = ({ nodes }: Body): readonly string[] =>
    nodes.map(({ kind, ring, label, more }: Body) => `${ring} ${kind} ${label} +${more}`);
  const edgesText = ({ nodes, edges }: Body): readonly string[] => {
    const label = (id: string): string => nodes.find((node: Body) => node.id === id).label;
    return edges.map(({ kind, source, target }: Body) => `${label(source)} ${kind} ${label(target)}`).sort();
  };

  beforeAll(async () => {
    ana = await person('Ana Graph', { phone: '+5511999990001' });
    bo = await person('Bo Graph', { phone: '+5511999990001' });
    cy = await person('Cy Graph');
    acme = await company('Graph SA');
    await own(ana, acme, 0.4);
    await own(acme, await company('Graph Below SA'), 1);
    await pay(ana, cy, 10);
    await pay(ana, cy, 15.5);
    await pay(cy, ana, 1);
    const account = { accountType: 'savings', currency: 'BRL', pixKey: 'shared@example.com', pixKeyType: 'email' };
    for (const id of [ana, bo]) await send(`/entities/${id}/accounts`, account);
    for (const id of [ana, cy]) await send(`/devices/entity/${id}`, { deviceId: 'graph-device' });
  });

  it('contains linked entities and shared attributes in one ring', async () => {
    const graph = await read(ana);
    expect(labels(graph)).toEqual([
      '0 entity Ana Graph +0',
      '1 entity Graph SA +0',
      '1 entity Cy Graph +0',
      '1 device graph-device +0',
      '1 entity Bo Graph +0',
      '1 account pix_key ….com +0',
      '1 phone +5511999990001 +0',
    ]);
    expect(edgesText(graph)).toEqual([
      'Ana Graph account pix_key ….com',
      'Ana Graph device graph-device',
      'Ana Graph payments Cy Graph',
      'Ana Graph phone +5511999990001',
      'Ana Graph relationship Graph SA',
      'Bo Graph account pix_key ….com',
      'Bo Graph phone +5511999990001',
      'Cy Graph device graph-device',
      'Cy Graph payments Ana Graph',
    ]);
    const paid = graph.edges.find(({ kind, source }: Body) => kind === 'payments' && source === ana);
    expect(paid.payments).toMatchObject({ count: 2, sumInUsd: 25.5, complete: true });
    const share = graph.edges.find(({ kind }: Body) => kind === 'relationship');
    expect(share.relationship).toMatchObject({ relationshipType: 'owns', role: 'shareholder', strength: 0.4 });
    expect(graph).toMatchObject({ entityId: ana, cut: false, omitted: [] });
  });

  it('reaches a second ring, and only the requested kinds', async () => {
    const graph = await read(ana, '?depth=2&kinds=relationship');
    expect(labels(graph)).toEqual(['0 entity Ana Graph +0', '1 entity Graph SA +0', '2 entity Graph Below SA +0']);
    const later = await read(ana, '?kinds=payments&from=2200-01-01T00:00:00Z');
    expect(labels(later)).toEqual(['0 entity Ana Graph +0']);
  });

  it('is a single node when nothing is linked', async () => {
    const alone = await read(await person('Nobody else'));
    expect([labels(alone), alone.edges]).toEqual([['0 entity Nobody else +0'], []]);
  });

  it('folds neighbours beyond the limit and truncates at 150 nodes', async () => {
    const hub = await company('Hub');
    const owners = await Promise.all(Array.from({ length: 8 }, (_, n) => person(`Spoke ${n}`)));
    for (const owner of owners) await own(owner, hub, 0.01);
    const folded = await read(hub, '?limit=3');
    expect([folded.nodes.length, folded.nodes[0].more]).toEqual([4, 5]);
    await api().pool.query(
      `with made as (insert into entities (organization_id, id, type, name, status)
         select $1, gen_random_uuid(), 'person', 'Leaf', 'active' from generate_series(1, 400) returning id)
       insert into relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, created_at)
       select $1, gen_random_uuid(), ($2::uuid[])[1 + (row_number() over ())::int % 8], id, 'manages', now() from made`,
      [api().production.organizationId, owners],
    );
    const large = await read(hub, '?depth=2&limit=50');
    expect([large.nodes.length, large.cut]).toEqual([150, true]);
  });

  it('omits what the caller may not read, and reports it', async () => {
    const key = await createKeyWith(api(), 'entities:read');
    const graph = await read(ana, '', key);
    expect(graph.omitted).toEqual([
      { kind: 'payments', permission: 'transactions:read' },
      { kind: 'device', permission: 'devices:read' },
    ]);
    expect(edgesText(graph).filter((text) => /payments|device/.test(text))).toEqual([]);
    const none = await api().call(`/entities/${ana}/graph`, { key: await createKeyWith(api(), 'rules:read') });
    expect(none.status).toBe(403);
  });

  it.each(['?depth=3', '?depth=0', '?limit=51', '?kinds=friends', '?from=yesterday'])('rejects %s', async (query) => {
    const answer = await api().call(`/entities/${ana}/graph${query}`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('VALIDATION_ERROR')]);
  });

  it('shows nothing of other organizations or of deleted entities', async () => {
    const theirs = await api().call(`/entities/${ana}/graph`, { key: api().stranger.key });
    expect([theirs.status, theirs.text]).toEqual([404, expect.stringContaining('ENTITY_NOT_FOUND')]);
    const gone = await person('Gone Graph', { phone: '+5511999990001' });
    expect(labels(await read(gone)).length).toBeGreaterThan(1);
    await send(`/entities/${gone}`, { status: 'deleted', reason: 'asked for' }, 'PATCH');
    expect(JSON.stringify(await read(ana, '?depth=2'))).not.toContain('Gone Graph');
  });
});
