import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { normalize } from './normalize.js';
import { recordings } from './recordings.js';

const run = (_asked: Asked, world: ProviderWorld) => world.screen();

/** Screens against the lists that the server has loaded. Its code predates the form of the others. */
export const sanctionsScreening: Provider = {
  code: 'sanctions_screening',
  name: 'Screening against sanctions and PEP lists',
  description:
    'Whether the name is on a loaded list of sanctions or of politically exposed persons. `hits`, `topScore` and `lists` of the integration ' +
    'count matches that were not dismissed; `sanctions.matches` and `pep.matches` name the entries. Returns nothing while a list is not loaded. A ' +
    'sandbox screens against a test list of invented names.',
  documentation: 'https://ofac.treasury.gov/sanctions-list-service',
  type: 'list',
  status: 'available',
  capabilities: ['screening'],
  countries: ['GLOBAL'],
  entityTypes: ['person', 'company'],
  priceCents: 0,
  input: { oneOf: [['name']], parameters: [] },
  settings: [],
  provides: ['sanctions.hit', 'sanctions.lists', 'sanctions.matches', 'pep.isPep', 'pep.lists', 'pep.matches'],
  ownMembers: ['hits', 'topScore', 'lists', 'watchlists', 'screenedAt'],
  reliability: 'official',
  confidence: 0.9,
  supportsMonitoring: true,
  supportsWithoutEntity: true,
  runsInSandbox: true,
  reach: { hosts: [], datasets: [] },
  calls: { timeoutMs: 10_000, attempts: 1, perMinute: 60_000, atOnce: 32, repeat: 'safe' },
  cacheDays: 0,
  subjectAt: {},
  version: 1,
  run,
  normalize,
  recordings,
};
