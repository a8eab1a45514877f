import { findEntitiesById } from '../../src/modules/parties/entities/index.js';
import { documentCode } from '../../src/modules/kyc/validations/index.js';
import {
  type FoundMatch,
  partyOf,
  ReadProfiles,
  ScreenEntities,
} from '../../src/modules/screening/screenings/index.js';
import { bySystem } from '../../src/platform/audit/index.js';
import { TenantDatabase } from '../../src/platform/database/index.js';
import { bookByHand } from '../../src/modules/tenancy/billing/index.js';
import { listedPerson } from './list-files.js';
import { specimenImage } from './specimens.js';
import type { TestApi } from './start-test-api.js';
import { specimenPdf } from './use-document-requests.js';

/** Records of an organization for integrations and screenings. */
export interface IntegrationRecords {
  readonly enrichmentGroup: string;
  /** A group that may be deleted. */
  readonly spareEnrichmentGroup: string;
  readonly screeningProfile: string;
  /** Screening of `spareEntity`. */
  readonly screening: string;
  readonly screeningMatch: string;
  readonly automation: string;
  /** An automation that may be archived. */
  readonly spareAutomation: string;
  /** Waiting execution of `automation`. */
  readonly automationExecution: string;
  readonly kycPerson: string;
  /** Validation of `kycPerson`, with an image. */
  readonly kycValidation: string;
  /** A validation that has not been started. */
  readonly spareKycValidation: string;
  /** A document request with a file. */
  readonly documentRequest: string;
  readonly documentFile: string;
  /** Two document requests without a response. */
  readonly spareDocumentRequest: string;
  readonly otherDocumentRequest: string;
}

/** Ids that no record has. */
export const unknownIntegrationRecords: IntegrationRecords = {
  enrichmentGroup: '00000000-0000-7000-8000-0000000000c1',
  spareEnrichmentGroup: '00000000-0000-7000-8000-0000000000c2',
  screeningProfile: '00000000-0000-7000-8000-0000000000b1',
  screening: '00000000-0000-7000-8000-0000000000b2',
  screeningMatch: '00000000-0000-7000-8000-0000000000b3',
  automation: '00000000-0000-7000-8000-0000000000b4',
  spareAutomation: '00000000-0000-7000-8000-0000000000b5',
  automationExecution: '00000000-0000-7000-8000-0000000000b6',
  kycPerson: '00000000-0000-7000-8000-0000000000b7',
  kycValidation: '00000000-0000-7000-8000-0000000000b8',
  spareKycValidation: '00000000-0000-7000-8000-0000000000b9',
  documentRequest: '00000000-0000-7000-8000-0000000000d1',
  documentFile: '00000000-0000-7000-8000-0000000000d2',
  spareDocumentRequest: '00000000-0000-7000-8000-0000000000d3',
  otherDocumentRequest: '00000000-0000-7000-8000-0000000000d4',
};

/** Creates a record of each kind. Each of their texts contains `mark`. */
export async function makeIntegrationRecords(
  api: TestApi,
  make: (path: string, name: string, body: object) => Promise<string>,
  {
    organizationId,
    entityId,
    mark,
    call,
  }: {
    readonly organizationId: string;
    readonly entityId: string;
    readonly mark: string;
    readonly call: TestApi['call'];
  },
): Promise<IntegrationRecords> {
  const body = { name: mark, integrationCodes: ['br_receita_cnpj'] };
  const makeGroup = (slug: string) => make('/marketplace/enrichment-groups', 'enrichmentGroup', { ...body, slug });
  const [enrichmentGroup, spareEnrichmentGroup] = [await makeGroup(mark), await makeGroup(`${mark}-spare`)];
  const screeningProfile = await make('/screening-profiles', 'profile', { name: mark });
  const { screening, screeningMatch } = await storeScreening(api, organizationId, entityId, mark);
  await make(`/screening-matches/${screeningMatch}/decide`, 'decision', { decision: 'dismissed', reason: mark });
  const asked = { name: mark, triggerType: 'manual_execution', actions: [{ type: 'wait', config: { message: mark } }] };
  const [automation, spareAutomation] = [
    await make('/automations', 'automation', asked),
    await make('/automations', 'automation', asked),
  ];
  const started = await call(`/automations/${automation}/run`, { body: {} });
  const automationExecution = (started.body as { executionId: string }).executionId;
  return {
    ...{ enrichmentGroup, spareEnrichmentGroup, screeningProfile, screening, screeningMatch },
    ...{ automation, spareAutomation, automationExecution },
    ...(await makeValidations(api, make, call, organizationId, mark)),
    ...(await makeDocumentRequests(make, call, mark)),
  };
}

async function makeValidations(
  api: TestApi,
  make: (path: string, name: string, body: object) => Promise<string>,
  call: TestApi['call'],
  organizationId: string,
  mark: string,
): Promise<Pick<IntegrationRecords, 'kycPerson' | 'kycValidation' | 'spareKycValidation'>> {
  const money = { kind: 'adjust', amountCents: 1_000, reference: `${mark} validations`, reason: mark } as const;
  await bookByHand(api.pool, { organizationId, ...money });
  await call(`/marketplace/integrations/${documentCode}`, { method: 'PUT', body: { enabled: true } });
  const begin = async (): Promise<{ entityId: string; id: string; providerSessionUrl: string }> => {
    const person = { type: 'person', name: `${mark} validated`, countryCode: 'BR' };
    const entityId = await make('/entities', 'entity', person);
    const begun = await call('/api/kyc/validations', { body: { entityId, metadata: { mark } } });
    if (begun.status !== 201) throw new Error(begun.text);
    return begun.body as { entityId: string; id: string; providerSessionUrl: string };
  };
  const [{ entityId: kycPerson, id: kycValidation, providerSessionUrl }, { id: spareKycValidation }] = [
    await begin(),
    await begin(),
  ];
  const shown = await call(`${new URL(providerSessionUrl).pathname}/images/front`, {
    ...{ method: 'PUT', body: specimenImage(1), headers: { 'content-type': 'image/png' } },
  });
  if (shown.status !== 200) throw new Error(shown.text);
  return { kycPerson, kycValidation, spareKycValidation };
}

async function makeDocumentRequests(
  make: (path: string, name: string, body: object) => Promise<string>,
  call: TestApi['call'],
  mark: string,
): Promise<
  Pick<IntegrationRecords, 'documentRequest' | 'documentFile' | 'spareDocumentRequest' | 'otherDocumentRequest'>
> {
  const entityId = await make('/entities', 'entity', { type: 'company', name: `${mark} asked`, countryCode: 'BR' });
  const begin = async () => {
    const body = { entityId, documents: [{ label: mark }], message: mark };
    const begun = await call('/api/kyc/document-requests', { body });
    if (begun.status !== 201) throw new Error(begun.text);
    return begun.body as { id: string; url: string; documents: readonly { readonly id: string }[] };
  };
  const [{ id: documentRequest, url, documents }, spare, other] = [await begin(), await begin(), await begin()];
  const sent = await call(`${new URL(url).pathname}/documents/${documents[0]!.id}/files?name=${mark}`, {
    ...{ method: 'PUT', body: specimenPdf(mark), headers: { 'content-type': 'application/pdf' } },
  });
  if (sent.status !== 200) throw new Error(sent.text);
  const { files } = sent.body as { readonly files: readonly { readonly id: string }[] };
  const [spareDocumentRequest, otherDocumentRequest] = [spare.id, other.id];
  return { documentRequest, documentFile: files[0]!.id, spareDocumentRequest, otherDocumentRequest };
}

/** Stores a screening as if a list that is not loaded here contained the entity. */
export async function storeScreening(
  api: TestApi,
  organizationId: string,
  entityId: string,
  mark: string,
): Promise<Pick<IntegrationRecords, 'screening' | 'screeningMatch'>> {
  const screenings = api.app.get(ScreenEntities);
  const found: FoundMatch = {
    ...{ list: 'un_sc', entry: listedPerson(mark, mark), cluster: `un_sc/${mark}`, score: 9_000 },
    explanation: {
      ...{ score: 9_000, nameScore: 9_000, threshold: 8_200, list: 'un_sc', entry: mark, ourName: mark },
      ...{ matchedName: { text: mark, kind: 'primary', language: null }, because: [], legalFormCost: 0, order: 'same' },
      ...{ leftOver: { ours: [], theirs: [], cost: 0 }, qualifiers: [], identifiers: [], identifierEffect: 0 },
    },
  };
  const profile = await api.app.get(ReadProfiles).get(organizationId, organizationId);
  const screened = await api.app.get(TenantDatabase).transaction(organizationId, async (client) => {
    const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId)!;
    const searched = {
      ...{ entity, party: partyOf(entity), found: [found], screenedAt: new Date() },
      basis: { profile, engineVersion: '1', versions: { un_sc: '1' } },
    };
    return screenings.store(client, bySystem(organizationId, mark), searched, { reason: 'requested' });
  });
  const { id, matches } = screened!.screening;
  return { screening: id, screeningMatch: matches[0]!.matchId };
}
