import type { Provider } from '@tamis/enrichment';
import { failure } from '@tamis/stdx';

/** Standard integration code of an organization. */
export const documentCode = 'global_tamis_document';

/**
 * The page on which a person submits a document and their face, as an integration of the marketplace: it is enabled and priced there, but
 * only used by `POST /api/kyc/validations`.
 */
export const documentIntegration: Provider = {
  code: documentCode,
  name: 'Tamis: document and face',
  description:
    'A hosted page takes images of a document and of a face. Machine-readable lines, check digits, dates and consistency with the entity are ' +
    'checked here; faces are compared only where a provider of biometrics is connected. Without one, a person decides.',
  documentation: 'https://www.icao.int/publications/doc-series/doc-9303',
  type: 'kyc',
  status: 'available',
  capabilities: ['document', 'verification'],
  countries: ['GLOBAL'],
  entityTypes: ['person'],
  priceCents: 50,
  input: { oneOf: [['name']], parameters: [] },
  settings: [],
  provides: [],
  reliability: 'official',
  confidence: 0.9,
  supportsMonitoring: false,
  supportsWithoutEntity: false,
  reach: { hosts: [], datasets: [] },
  calls: { timeoutMs: 1_000, attempts: 1, perMinute: 60_000, atOnce: 32, repeat: 'safe' },
  cacheDays: 0,
  subjectAt: {},
  version: 1,
  run: () =>
    Promise.resolve(
      failure({
        code: 'NO_MATCHING_PROVIDER',
        message: 'Identities are validated with POST /api/kyc/validations, not by an enrichment',
      }),
    ),
  normalize: () => failure({ code: 'NORMALIZATION_FAILED', message: 'It returns no normalized data' }),
  recordings: [],
};
