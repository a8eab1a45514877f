import { failure, type Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { jsonResponse } from '../../reading/json-response.js';
import { normalize } from './normalize.js';
import { recordings } from './recordings.js';

const publicAddress = 'https://minhareceita.org';

async function run(asked: Asked, world: ProviderWorld): Promise<Result<unknown, ItemProblem>> {
  const base = (world.setting('baseUrl') ?? publicAddress).replace(/\/+$/, '');
  const response = await world.ask({ method: 'GET', url: `${base}/${encodeURIComponent(asked.taxId ?? '')}` });
  if (!response.ok) return response;
  // Sources that accept only digits reject the letters of newer CNPJ numbers with this status.
  if (response.value.status === 400)
    return failure({ code: 'INVALID_TAX_ID', message: 'The source does not accept this CNPJ.' });
  return jsonResponse(response.value);
}

/** Brazil's register of companies and their partners, as BrasilAPI and Minha Receita publish the open data. */
export const brReceitaCnpj: Provider = {
  code: 'br_receita_cnpj',
  name: 'Receita Federal: CNPJ with partners',
  description:
    'Registration, activities, address, capital and the partners and administrators (QSA) of a company of Brazil. The register ' +
    'publishes no percentages and masks the CPF of persons.',
  documentation: 'https://docs.minhareceita.org',
  type: 'enrichment',
  status: 'available',
  capabilities: ['basic_data', 'relationships', 'contact'],
  countries: ['BR'],
  entityTypes: ['company'],
  priceCents: 10,
  input: { oneOf: [['taxId']], parameters: [] },
  settings: [
    {
      name: 'baseUrl',
      description:
        'Base URL before the number: your own Minha Receita, or `https://brasilapi.com.br/api/cnpj/v1`. Public servers are run by volunteers.',
      isSecret: false,
      isRequired: false,
    },
  ],
  provides: [
    'taxId',
    'legalName',
    'tradeName',
    'registrationNumber',
    'registrationStatus',
    'incorporationDate',
    'legalNature',
    'companySize',
    'shareCapital',
    'shareCapitalCurrency',
    'principalActivity.code',
    'principalActivity.description',
    'secondaryActivities',
    'address.street',
    'address.number',
    'address.complement',
    'address.neighborhood',
    'address.city',
    'address.state',
    'address.country',
    'address.postalCode',
    'emails',
    'phones',
    'shareholders',
    'representatives',
  ],
  ownMembers: ['otherPartners'],
  reliability: 'official',
  confidence: 0.9,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: ['minhareceita.org', 'brasilapi.com.br', '{baseUrl}'], datasets: [] },
  calls: { timeoutMs: 10_000, attempts: 3, perMinute: 10, atOnce: 8, repeat: 'safe' },
  cacheDays: 7,
  subjectAt: { taxId: '/cnpj' },
  version: 1,
  run,
  normalize,
  recordings,
};
