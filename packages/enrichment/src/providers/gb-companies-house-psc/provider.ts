import { failure, ok, type Result } from '@tamis/stdx';
import { withoutPunctuation } from '@tamis/screening/tax-ids';

import type { ItemProblem } from '../../item-problem.js';
import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { companyNumberForm, companyNumberOf, normalize } from './normalize.js';
import { recordings } from './recordings.js';

const dataset = 'gb_psc';

async function run(asked: Asked, world: ProviderWorld): Promise<Result<unknown, ItemProblem>> {
  const rows = await world.lookUp(dataset, companyNumberOf(withoutPunctuation(asked.taxId ?? '')));
  if (!rows.ok) return rows;
  return rows.value.length === 0
    ? failure({ code: 'SUBJECT_NOT_FOUND', message: 'The register has no entry for this company number.' })
    : ok({ rows: rows.value });
}

/** Persons with significant control of companies of the United Kingdom, from the bulk file that an operator loads. */
export const gbCompaniesHousePsc: Provider = {
  code: 'gb_companies_house_psc',
  name: 'Companies House: persons with significant control',
  description:
    'Who controls a company of the United Kingdom, in bands of 25 to 50, 50 to 75 and 75 to 100 percent. The tax id is the company ' +
    "number. The register contains the company's own statements; the server must have loaded its file.",
  documentation: 'https://download.companieshouse.gov.uk/en_pscdata.html',
  type: 'enrichment',
  status: 'available',
  capabilities: ['relationships'],
  countries: ['GB'],
  entityTypes: ['company'],
  priceCents: 5,
  input: { oneOf: [['taxId']], parameters: [] },
  taxIdForms: { GB: companyNumberForm },
  settings: [],
  provides: ['registrationNumber', 'shareholders'],
  ownMembers: ['formerShareholders', 'statements'],
  reliability: 'official',
  confidence: 0.7,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: [], datasets: [dataset] },
  calls: { timeoutMs: 5_000, attempts: 1, perMinute: 60_000, atOnce: 16, repeat: 'safe' },
  cacheDays: 0,
  subjectAt: { taxId: '/rows/0/company_number' },
  version: 1,
  run,
  normalize,
  recordings,
};
