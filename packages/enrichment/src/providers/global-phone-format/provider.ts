import { ok } from '@tamis/stdx';

import type { Asked, Provider } from '../../provider.js';
import { normalize } from './normalize.js';
import { recordings } from './recordings.js';

/** Calls no source: everything that can be said about a number comes from the numbering plans. */
const run = async ({ phones, country }: Asked) => ok({ phones, country });

/** Checks phone numbers against the numbering plans. */
export const globalPhoneFormat: Provider = {
  code: 'global_phone_format',
  name: 'Numbering plans: phone numbers',
  description:
    'Country and type of each phone number by the numbering plans. `phones` has the valid ones in international form; `phoneChecks` of ' +
    'the integration has each number with `isPossible` and `isValid`. A valid number is not necessarily assigned.',
  documentation: 'https://gitlab.com/catamphetamine/libphonenumber-js',
  type: 'enrichment',
  status: 'available',
  capabilities: ['contact', 'verification'],
  countries: ['GLOBAL'],
  entityTypes: ['person', 'company'],
  priceCents: 0,
  input: { oneOf: [['phone']], parameters: [] },
  settings: [],
  provides: ['phones'],
  ownMembers: ['phoneChecks'],
  reliability: 'official',
  confidence: 0.6,
  supportsMonitoring: false,
  supportsWithoutEntity: false,
  reach: { hosts: [], datasets: [] },
  calls: { timeoutMs: 1_000, attempts: 1, perMinute: 60_000, atOnce: 32, repeat: 'safe' },
  cacheDays: 0,
  subjectAt: {},
  version: 1,
  run,
  normalize,
  recordings,
};
