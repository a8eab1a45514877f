import type { Provider } from '@tamis/enrichment';
import { ok } from '@tamis/stdx';

/** Creates a provider that exists only in tests. It sends no requests and has a result for every subject. */
export const declareProvider = (more: Partial<Provider> = {}): Provider => ({
  code: 'br_test_registry',
  name: 'Test registry',
  description: 'Invented companies of Brazil',
  documentation: 'https://example.com/registry',
  type: 'enrichment',
  status: 'available',
  capabilities: ['basic_data'],
  countries: ['BR'],
  entityTypes: ['company'],
  priceCents: 35,
  input: { oneOf: [['taxId']], parameters: [] },
  settings: [],
  provides: ['legalName'],
  reliability: 'official',
  confidence: 0.9,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: [], datasets: [] },
  calls: { timeoutMs: 1_000, attempts: 1, perMinute: 100_000, atOnce: 100, repeat: 'safe' },
  cacheDays: 7,
  subjectAt: {},
  version: 1,
  run: ({ taxId, name }) => Promise.resolve(ok({ taxId, legalName: name ?? `Company ${taxId}` })),
  normalize: (raw) => ok({ legalName: (raw as { legalName: string }).legalName }),
  recordings: [],
  ...more,
});
