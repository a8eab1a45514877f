import {
  cnpjOf,
  companyPartner,
  personPartner,
  registered,
  type RegisteredPartner,
  useRegister,
} from '../../../../test/support/register-source.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

describe('platform 4.9: materializing partners as entities and relationships', () => {
  const api = useOwnTestApi();
  const register = useRegister(api);
  let count = 0;
  const nextCnpj = (): string => cnpjOf((count += 1));

  /** Creates a stored company that the register contains, with its partners. */
  async function company(qsa: readonly RegisteredPartner[], cnpj = nextCnpj(), more: object = {}): Promise<Body> {
    register().companies.set(cnpj, registered(cnpj, qsa));
    const body = { type: 'company', name: `Root ${cnpj}`, countryCode: 'BR', taxId: cnpj, ...more };
    return (await api().call('/entities', { body })).body.entity;
  }
  const materialize = (id: string, body: object = {}) =>
    api().call(`/entities/${id}/relationships/materialize`, {
      body: { runEnrichmentFirst: true, runInBackground: false, ...body },
    });
  const edges = async (id: string) =>
    (await api().call(`/entities/${id}/relationships?direction=incoming&limit=100`)).body.relationships as Body[];
  const byTaxId = (taxId: string) => api().call(`/entities/by-tax-id/${taxId}`);

  it('creates people and companies for the partners of a company, related as the register states', async () => {
    const [owner, foreigner] = [nextCnpj(), 'NORDHAVN HOLDING APS'];
    const root = await company([
      personPartner('IRENE TAVARES QUINTELA', '456789', {
        codigo_qualificacao_socio: 49,
        qualificacao_socio: 'Sócio-Administrador',
      }),
      companyPartner(owner),
      personPartner('OTAVIO BRANDAO LIRA', '112233', {
        codigo_qualificacao_socio: 5,
        qualificacao_socio: 'Administrador',
      }),
      {
        identificador_de_socio: 3,
        nome_socio: foreigner,
        cnpj_cpf_do_socio: '',
        codigo_qualificacao_socio: 37,
        qualificacao_socio: 'Sócio Pessoa Jurídica Domiciliado no Exterior',
        pais: 'DINAMARCA',
      },
    ]);
    const { status, body } = await materialize(root.id);
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        data: {
          entityId: root.id,
          countryCode: 'BR',
          entityType: 'company',
          entitiesCreated: 4,
          relationshipsCreated: 5,
          enrichmentExecuted: true,
          enrichmentProviders: ['br_receita_cnpj'],
          riskMatrixExecuted: false,
          creationFailed: [],
          totalCostCents: 10,
        },
      },
    ]);
    expect(body.data).not.toHaveProperty('error');
    const found = await edges(root.id);
    const shown = found.map(({ relationshipType, role, related }) => [related.name, relationshipType, role]).sort();
    expect(shown).toEqual(
      [
        [`COMPANY ${owner}`, 'owns', 'Sócio'],
        ['IRENE TAVARES QUINTELA', 'manages', 'Sócio-Administrador'],
        ['IRENE TAVARES QUINTELA', 'owns', 'Sócio-Administrador'],
        [foreigner, 'owns', 'Sócio Pessoa Jurídica Domiciliado no Exterior'],
        ['OTAVIO BRANDAO LIRA', 'manages', 'Administrador'],
      ].sort(),
    );
    expect(found.every(({ strength }) => strength === null)).toBe(true);
    const nordhavn = found.find(({ related }) => related.name === foreigner)!.related;
    expect((await api().call(`/entities/${nordhavn.id}`)).body).toMatchObject({
      type: 'company',
      countryCode: 'DK',
      taxId: null,
      status: 'under_review',
    });

    const { events } = (await api().call(`/entities/${root.id}/timeline?limit=100`)).body;
    expect(events.map(({ event }: Body) => event as string)).toEqual(
      expect.arrayContaining(['entity_relationships_requested', 'entity_relationships_materialized']),
    );

    // Repeating it creates nothing twice.
    expect((await materialize(root.id)).body.data).toMatchObject({ entitiesCreated: 0, relationshipsCreated: 0 });
    expect(await edges(root.id)).toHaveLength(5);
  });

  it('descends the requested levels, links cycles and ignores a company that owns itself', async () => {
    const [a, b, c] = [nextCnpj(), nextCnpj(), nextCnpj()];
    register().companies.set(b, registered(b, [companyPartner(a), companyPartner(c)]));
    register().companies.set(c, registered(c, [companyPartner(b), personPartner('RUI DE SA COSTA', '000001')]));
    const root = await company([companyPartner(a), companyPartner(b)], a);
    const { data } = (await materialize(root.id, { depth: 3 })).body;
    // b, c and the person; a owns b, b owns a, c owns b, b owns c, the person owns c.
    expect(data).toMatchObject({ entitiesCreated: 3, relationshipsCreated: 5, creationFailed: [] });
    expect(data).not.toHaveProperty('error');
    expect(await edges(root.id)).toHaveLength(1);
    expect(await edges((await byTaxId(b)).body.id)).toHaveLength(2);
    expect(
      register()
        .asked.filter((cnpj) => [a, b, c].includes(cnpj))
        .sort(),
    ).toEqual([a, b, c].sort());
  });

  it('creates nobody at depth 0, and links existing entities', async () => {
    const known = await company([]);
    const root = await company([companyPartner(known.taxId), companyPartner(nextCnpj())]);
    const { data } = (await materialize(root.id, { depth: 0 })).body;
    expect(data).toMatchObject({ entitiesCreated: 0, relationshipsCreated: 1, enrichmentExecuted: true });
    expect((await edges(root.id)).map(({ related }) => related.id as string)).toEqual([known.id]);
  });

  it('uses the stored enrichment, unless told to run it first', async () => {
    const root = await company([companyPartner(nextCnpj())]);
    expect(await materialize(root.id, { runEnrichmentFirst: false })).toMatchObject({
      status: 422,
      body: { code: 'NO_NORMALIZED_ENRICHMENT' },
    });
    const body = { entityId: root.id, integrationCodes: ['br_receita_cnpj'] };
    await api().call('/integration-execution/marketplace/enrichment', { body });
    const { data } = (await materialize(root.id, { runEnrichmentFirst: false })).body;
    expect(data).toMatchObject({ entitiesCreated: 1, enrichmentExecuted: false, totalCostCents: 0 });
  });

  it('keeps a manually set share of a partner for whom the register states none', async () => {
    const root = await company([companyPartner(nextCnpj())]);
    await materialize(root.id);
    const [edge] = await edges(root.id);
    await api().call(`/relationships/${edge!.id}`, { method: 'PATCH', body: { strength: 0.6 } });
    await materialize(root.id);
    expect(await edges(root.id)).toMatchObject([{ id: edge!.id, strength: 0.6 }]);
  });

  it('ends, but keeps, relationships the register no longer lists, and restarts them when listed again', async () => {
    const [stays, goes] = [companyPartner(nextCnpj()), companyPartner(nextCnpj())];
    const root = await company([stays, goes]);
    await materialize(root.id);
    const own = { relatedTaxId: goes['cnpj_cpf_do_socio'], relationshipType: 'uses', asSource: false };
    await api().call(`/entities/${root.id}/relationships`, { body: own });
    register().companies.set(root.taxId, registered(root.taxId, [stays]));
    await materialize(root.id);
    const ends = async () =>
      (await edges(root.id)).map(({ related, relationshipType, metadata }) => [
        related.name === goes['nome_socio'] ? 'goes' : 'stays',
        relationshipType,
        metadata.until !== undefined,
      ]);
    expect((await ends()).sort()).toEqual([
      ['goes', 'owns', true],
      ['goes', 'uses', false],
      ['stays', 'owns', false],
    ]);
    register().companies.set(root.taxId, registered(root.taxId, [stays, goes]));
    expect((await materialize(root.id)).body.data.relationshipsCreated).toBe(0);
    expect((await ends()).filter(([, , isEnded]) => isEnded)).toEqual([]);
  });

  it('matches a person by the published digits when nothing else fits, and reports possible matches', async () => {
    const cpf = '52998224725';
    const full = (
      await api().call('/entities', {
        body: { type: 'person', name: 'José Álves Fit', countryCode: 'BR', taxId: cpf },
      })
    ).body.entity;
    const alves = personPartner('JOSE ALVES FIT', '982247');
    const first = await company([alves]);
    expect((await materialize(first.id)).body.data).toMatchObject({ entitiesCreated: 0, relationshipsCreated: 1 });
    expect((await edges(first.id))[0]!.related.id).toBe(full.id);

    // With the same three-word name, masked number and age: one person in two companies.
    const maria = personPartner('MARIA DA LUZ', '111222');
    const [one, two] = [await company([maria]), await company([maria])];
    await materialize(one.id);
    expect((await materialize(two.id)).body.data.entitiesCreated).toBe(0);
    // Two words are not sufficient.
    const ana = personPartner('ANA SILVA', '333444');
    const [three, four] = [await company([ana]), await company([ana])];
    await materialize(three.id);
    expect((await materialize(four.id)).body.data.entitiesCreated).toBe(1);
    const [known] = await edges(three.id);
    expect((await edges(four.id))[0]!.metadata.possibleSameAs).toEqual([known!.related.id]);
    // Within one company, the date is decisive.
    expect((await materialize(four.id)).body.data.entitiesCreated).toBe(0);
  });

  it('continues when one partner is rejected, and reports why', async () => {
    const root = await company([
      companyPartner('11222333000180'),
      companyPartner(nextCnpj()),
      personPartner('', '555666', { nome_socio: '' }),
    ]);
    const { data } = (await materialize(root.id)).body;
    expect(data.entitiesCreated).toBe(1);
    expect(data.creationFailed.map(({ code }: Body) => code as string).sort()).toEqual([
      'INVALID_TAX_ID',
      'VALIDATION_ERROR',
    ]);
  });

  it('runs the requested enrichments for shareholders and reports failures', async () => {
    const [known, unknown] = [nextCnpj(), nextCnpj()];
    register().companies.set(known, registered(known, []));
    const root = await company([companyPartner(known), companyPartner(unknown)]);
    const children = { enrichments: { company: ['br_receita_cnpj', 'eu_vies_check'] } };
    const { data } = (await materialize(root.id, { autoExecuteIntegrationsShareholders: children })).body;
    expect(data).toMatchObject({ entitiesCreated: 2, enrichmentExecuted: true, totalCostCents: 20 });
    const lost = (await byTaxId(unknown)).body;
    expect(data.enrichmentFailedDetails).toEqual([
      {
        entityId: lost.id,
        providerCode: 'br_receita_cnpj',
        code: 'SUBJECT_NOT_FOUND',
        errorMessage: expect.any(String),
      },
    ]);
    const found = await api().call(`/entities/${(await byTaxId(known)).body.id}/normalized-enrichment`);
    expect(found.body.data.normalized.taxId).toBe(known);
    // Stored children are enriched again if requested.
    const asked = register().asked.length;
    await materialize(root.id, { autoExecuteIntegrationsShareholders: children });
    expect(register().asked.length - asked).toBe(1);
    await materialize(root.id, { autoExecuteIntegrationsShareholders: children, refreshEnrichShareholders: true });
    expect(register().asked.length - asked).toBe(4);
  });

  it('processes 500 of 2,000 partners, and says so', async () => {
    const partners = Array.from({ length: 1_000 }, (_, n) => personPartner(`PARTNER NUMBER ${n}`, String(100_000 + n)));
    const root = await company(partners);
    const { data } = (await materialize(root.id)).body;
    expect(data.entitiesCreated).toBe(500);
    expect(data.error).toContain('500 were left out');
  });

  it('runs rules on the root at the end and returns the result with the response', async () => {
    const root = await company([companyPartner(nextCnpj())]);
    const { data } = (await materialize(root.id, { riskMatrix: { execute: true } })).body;
    expect(data.entitiesCreated).toBe(1);
    const unknown = { execute: true, riskMatrixId: '00000000-0000-7000-8000-0000000000f2' };
    expect(await materialize(root.id, { riskMatrix: unknown })).toMatchObject({
      status: 422,
      body: { code: 'RISK_MATRIX_NOT_FOUND' },
    });
  });
});
