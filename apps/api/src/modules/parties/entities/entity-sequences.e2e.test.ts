import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { type Call, startTestApi, type TestApi, type TestResponse } from '../../../../test/support/start-test-api.js';

interface Known {
  readonly id: string;
  readonly type: 'person' | 'company';
  externalId: string | null;
  /** Without punctuation, in capitals. */
  taxId: string | null;
  name: string;
  status: string;
  attributes: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
}

const nth = fc.nat(999);
const externalId = fc.constantFrom('a', 'b', 'c');
const taxId = fc.constantFrom('DE 100', 'de-100', 'DE 200', 'DE.200', 'de 300');
const status = fc.constantFrom('active', 'under_review', 'blocked', 'approved', 'expired');
const attributes = fc.dictionary(fc.constantFrom('k', 'l'), fc.constantFrom(1, null, 'x', { y: 2 }), { maxKeys: 2 });
/** An upsert merges groups, and does not remove a value by `null`. */
const upserted = fc.dictionary(fc.constantFrom('k', 'l'), fc.constantFrom(1, 'x'), { maxKeys: 2 });

/** Operations on entities that exist are numbered, so that a failing sequence becomes shorter. */
const operation = fc.oneof(
  fc.record(
    {
      kind: fc.constant('create' as const),
      type: fc.constantFrom('person' as const, 'company' as const),
      externalId,
      taxId,
      status,
    },
    { requiredKeys: ['kind', 'type'] },
  ),
  fc.record(
    { kind: fc.constant('upsert' as const), externalId, taxId, attributes: upserted },
    { requiredKeys: ['kind', 'attributes'] },
  ),
  fc.record(
    {
      ...{ kind: fc.constant('patch' as const), nth, by: fc.constantFrom('id', 'externalId', 'taxId') },
      ...{
        name: fc.constantFrom('X', 'Y'),
        taxId: fc.option(taxId),
        status,
        attributes,
        reason: fc.constant('because'),
      },
    },
    { requiredKeys: ['kind', 'nth', 'by'] },
  ),
  fc.record({
    kind: fc.constant('rename' as const),
    nth,
    by: fc.constantFrom('id', 'externalId', 'taxId'),
    externalId,
  }),
  fc.record({ kind: fc.constant('replace' as const), nth, attributes }),
  fc.record({ kind: fc.constant('remove' as const), nth }),
  fc.record({ kind: fc.constant('restore' as const), nth }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
type Of<Kind extends Operation['kind']> = Extract<Operation, { readonly kind: Kind }>;

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
const needsReason = new Set(['blocked', 'suspended', 'rejected']);

/** What the API should hold, and how each operation changes it. Every operation is sent, and its response compared. */
class World {
  readonly entities: Known[] = [];

  constructor(
    private readonly call: (path: string, call?: Call) => Promise<TestResponse>,
    /** Part of every id, as all sequences use one organization. */
    private readonly tag: string,
  ) {}

  async apply(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'create':
        return this.create(operation);
      case 'upsert':
        return this.upsert(operation);
      default: {
        const entity = this.entities[operation.nth % Math.max(1, this.entities.length)];
        if (entity) await this.change(entity, operation);
      }
    }
  }

  /** Reads everything again, in every way in which it can be found. */
  async check(): Promise<void> {
    for (const known of this.entities) {
      const { status: answered, body } = await this.call(`/entities/${known.id}`);
      expect([known.id, answered]).toEqual([known.id, known.isDeleted ? 404 : 200]);
      if (!known.isDeleted) this.expectSame(body, known);
    }
    for (const name of ['a', 'b', 'c'].map((each) => this.tag + each))
      await this.checkFound('external-id', 'externalId', name, this.withExternalId(name));
    for (const number of ['DE 100', 'DE-200', 'de300'].map((each) => each + this.tag))
      await this.checkFound('tax-id', 'taxId', number, this.withTaxId(plain(number)));
  }

  private async checkFound(by: string, filter: string, value: string, known: Known | undefined): Promise<void> {
    const one = await this.call(`/entities/by-${by}/${encodeURIComponent(value)}`);
    const listed = (await this.call(`/entities?${filter}=${encodeURIComponent(value)}`)).body.entities as Known[];
    const ids = known ? [known.id] : [];
    expect([value, one.status === 200 ? [one.body.id] : [], listed.map(({ id }) => id)]).toEqual([value, ids, ids]);
  }

  private expectSame(body: TestResponse['body'], known: Known): void {
    const { id, externalId: external, name, status: state, attributes: values } = body;
    const number = body.taxId === null ? null : plain(body.taxId as string);
    const read = { id, externalId: external, taxId: number, name, status: state, attributes: values };
    const { type: _type, isDeleted: _isDeleted, ...expected } = known;
    expect(read).toEqual(expected);
  }

  private readonly withExternalId = (name: string): Known | undefined =>
    this.entities.find((each) => !each.isDeleted && each.externalId === name);
  private readonly withTaxId = (number: string): Known | undefined =>
    this.entities.find((each) => !each.isDeleted && each.taxId === number);

  private ids(sent: { readonly externalId?: string; readonly taxId?: string | null }) {
    return {
      ...(sent.externalId !== undefined && { externalId: this.tag + sent.externalId }),
      ...(sent.taxId !== undefined && { taxId: sent.taxId && sent.taxId + this.tag }),
    };
  }

  private add(id: string, known: Omit<Known, 'id' | 'isDeleted'>): void {
    this.entities.push({ id, isDeleted: false, ...known });
  }

  private async create({ type, status: state, ...sent }: Of<'create'>): Promise<void> {
    const ids = this.ids(sent);
    const body = { type, name: 'N', countryCode: 'DE', ...ids, ...(state !== undefined && { status: state }) };
    const [external, number] = [ids.externalId ?? null, ids.taxId == null ? null : plain(ids.taxId)];
    const isTaken = this.withExternalId(external ?? '') ?? this.withTaxId(number ?? '');
    const answer = await this.call('/entities', { body });
    expect([body, answer.status]).toEqual([body, isTaken ? 409 : 201]);
    const own = {
      type,
      externalId: external,
      taxId: number,
      name: 'N',
      status: state ?? 'under_review',
      attributes: {},
    };
    if (!isTaken) this.add(answer.body.entity.id as string, own);
  }

  /** Companies with different ids are never merged, and a person is never changed. */
  private async upsert({ attributes: values, ...sent }: Of<'upsert'>): Promise<void> {
    const ids = this.ids(sent);
    const options = { deduplicationStrategy: 'exact_match', conflictResolution: 'source_wins' };
    const entity = { type: 'company', name: 'U', countryCode: 'DE', attributes: values, ...ids };
    const [external, number] = [ids.externalId ?? null, ids.taxId == null ? null : plain(ids.taxId)];
    const found = new Set([this.withExternalId(external ?? ''), this.withTaxId(number ?? '')].filter((each) => each));
    const [known, other] = [...found] as Known[];
    const differs = (one: string | null, two: string | null): boolean => one !== null && two !== null && one !== two;
    const isRefused =
      other !== undefined ||
      (known !== undefined &&
        (known.type === 'person' || differs(known.externalId, external) || differs(known.taxId, number)));
    const { status: answered, body } = await this.call('/entities/upsert', {
      method: 'PUT',
      body: { entity, options },
    });
    const expected = isRefused ? [409, undefined] : [200, known ? 'updated' : 'created'];
    expect([entity, answered === 201 ? 200 : answered, body.action]).toEqual([entity, ...expected]);
    if (isRefused) return;
    const own = { type: 'company' as const, externalId: external, taxId: number, name: 'U', attributes: values };
    if (!known) return this.add(body.entity.id as string, { ...own, status: 'under_review' });
    Object.assign(known, { name: 'U', attributes: { ...known.attributes, ...values } });
    known.externalId ??= external;
    known.taxId ??= number;
  }

  private async change(known: Known, operation: Exclude<Operation, Of<'create'> | Of<'upsert'>>): Promise<void> {
    switch (operation.kind) {
      case 'patch':
        return this.patch(known, operation);
      case 'rename':
        return this.rename(known, operation);
      case 'replace': {
        const body = { mode: 'replace', attributes: operation.attributes };
        const answer = await this.call(`/entities/${known.id}/attributes`, { method: 'PATCH', body });
        expect(answer.status).toBe(known.isDeleted ? 404 : 200);
        if (!known.isDeleted) known.attributes = operation.attributes;
        return;
      }
      case 'remove':
        expect((await this.call(`/entities/${known.id}`, { method: 'DELETE' })).status).toBe(
          known.isDeleted ? 404 : 200,
        );
        known.isDeleted = true;
        return;
      case 'restore':
        return this.restore(known);
    }
  }

  private async patch(known: Known, { by, ...sent }: Of<'patch'>): Promise<void> {
    const { kind: _kind, nth: _nth, ...fields } = sent;
    const body = { ...fields, ...this.ids({ taxId: fields.taxId }) };
    if (Object.keys(body).every((key) => key === 'reason')) return;
    const number = body.taxId === undefined ? known.taxId : body.taxId === null ? null : plain(body.taxId);
    const holder = number === null ? undefined : this.withTaxId(number);
    const lacksReason =
      body.status !== undefined && body.status !== known.status && needsReason.has(body.status) && !body.reason;
    const path = this.pathOf(known, by);
    const answer = await this.call(path, { method: 'PATCH', body });
    const allowed = known.isDeleted
      ? [404]
      : [...(lacksReason ? [400] : []), ...(holder && holder !== known ? [409] : [])];
    expect([path, body, (allowed.length === 0 ? [200] : allowed).includes(answer.status)]).toEqual([path, body, true]);
    if (answer.status !== 200) return;
    known.taxId = number;
    known.name = body.name ?? known.name;
    known.status = body.status ?? known.status;
    known.attributes = { ...known.attributes, ...body.attributes };
  }

  private pathOf({ id, externalId: name, taxId: number, isDeleted }: Known, by: string): string {
    if (isDeleted || by === 'id') return `/entities/${id}`;
    if (by === 'externalId' && name !== null) return `/entities/by-external-id/${name}`;
    return by === 'taxId' && number !== null ? `/entities/by-tax-id/${number.toLowerCase()}` : `/entities/${id}`;
  }

  private async rename(known: Known, { by, ...sent }: Of<'rename'>): Promise<void> {
    const { externalId: to } = this.ids(sent);
    const [lookup, found] = this.lookUp(known, by);
    const holder = this.withExternalId(to!);
    const body = { ...lookup, newExternalId: ` ${to!} `, reason: 'a sequence' };
    const answer = await this.call('/entities/change-external-id', { body });
    expect([body, answer.status]).toEqual([body, !found ? 404 : holder && holder !== found ? 409 : 200]);
    if (answer.status !== 200) return;
    expect(answer.body.changed).toBe(found!.externalId !== to);
    found!.externalId = to!;
  }

  /** Returns a lookup, and whom it finds: another entity may have the id of a deleted one. */
  private lookUp({ id, externalId: name, taxId: number, isDeleted }: Known, by: string): [object, Known | undefined] {
    if (by === 'externalId' && name !== null) return [{ externalId: name }, this.withExternalId(name)];
    if (by === 'taxId' && number !== null) return [{ taxId: number }, this.withTaxId(number)];
    return [{ entityId: id }, isDeleted ? undefined : this.entities.find((each) => each.id === id)];
  }

  private async restore(known: Known): Promise<void> {
    if (!known.isDeleted) return;
    const isTaken = this.withExternalId(known.externalId ?? '') ?? this.withTaxId(known.taxId ?? '');
    const answer = await this.call(`/entities/${known.id}/restore`, { method: 'POST', body: {} });
    expect([known, answer.status]).toEqual([known, isTaken ? 409 : 200]);
    if (!isTaken) known.isDeleted = false;
  }
}

describe('sequences of any operations on entities', () => {
  let api: TestApi;
  let sequences = 0;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it(
    'leave what a simple model says, whichever way it is read',
    async () => {
      const sequence = fc.array(operation, { minLength: 5, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(sequence, async (operations) => {
          const world = new World((...sent) => api.call(...sent), `S${(sequences += 1)}`);
          for (const each of operations) await world.apply(each);
          await world.check();
        }),
        propertyRuns(20),
      );
    },
    propertyTimeoutMs,
  );
});
