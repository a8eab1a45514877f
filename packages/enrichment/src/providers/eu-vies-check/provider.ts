import { failure, isObject, ok, type Result } from '@tamis/stdx';
import { withoutPunctuation } from '@tamis/screening/tax-ids';

import type { ItemProblem } from '../../item-problem.js';
import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { jsonResponse } from '../../reading/json-response.js';
import { normalize } from './normalize.js';
import { recordings } from './recordings.js';
import { vatForms, vatPrefix } from './vat-numbers.js';

const publicAddress = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

async function run(asked: Asked, world: ProviderWorld): Promise<Result<unknown, ItemProblem>> {
  const base = (world.setting('baseUrl') ?? publicAddress).replace(/\/+$/, '');
  const prefix = vatPrefix(asked.country);
  const compact = withoutPunctuation((asked.taxId ?? '').toUpperCase());
  const number = compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
  const response = await world.ask({ method: 'GET', url: `${base}/ms/${prefix}/vat/${encodeURIComponent(number)}` });
  if (!response.ok) return response;
  const document = jsonResponse(response.value);
  return document.ok ? known(document.value) : document;
}

/** A number that could not be checked is returned as one that is not valid; only `userError` distinguishes the two. */
function known(document: Readonly<Record<string, unknown>>): Result<unknown, ItemProblem> {
  const { userError, errorWrappers } = document;
  const wrapped: unknown = Array.isArray(errorWrappers) ? errorWrappers[0] : undefined;
  const told = isObject(wrapped) ? wrapped['error'] : userError;
  if (told === 'VALID' || told === 'INVALID') return ok(document);
  if (told === 'INVALID_INPUT')
    return failure({ code: 'INVALID_TAX_ID', message: 'The source does not accept this as a VAT number.' });
  if (typeof told === 'string')
    return failure({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'The member state could not check the number at this time.',
    });
  return failure({
    code: 'NORMALIZATION_FAILED',
    message: 'The response of the source cannot be read: `userError` is not text.',
  });
}

/** Checks whether a VAT number of the European Union is valid today according to its member state. */
export const euViesCheck: Provider = {
  code: 'eu_vies_check',
  name: 'VIES: VAT number of the European Union',
  description:
    'Whether a VAT number is valid, with name and address where the member state tells them (Germany and Spain do not). Numbers of ' +
    'Greece begin with EL, those of Northern Ireland with XI (country GB).',
  documentation: 'https://ec.europa.eu/taxation_customs/vies/#/technical-information',
  type: 'check',
  status: 'available',
  capabilities: ['verification'],
  countries: Object.keys(vatForms),
  entityTypes: ['company'],
  priceCents: 5,
  input: { oneOf: [['taxId']], parameters: [] },
  taxIdForms: vatForms,
  settings: [
    { name: 'baseUrl', description: 'URL of a server with the same API.', isSecret: false, isRequired: false },
  ],
  provides: ['taxId', 'legalName', 'address.street', 'address.country', 'taxStatus'],
  ownMembers: ['checkedOn', 'consultationNumber'],
  reliability: 'official',
  confidence: 0.8,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: ['ec.europa.eu', '{baseUrl}'], datasets: [] },
  calls: { timeoutMs: 15_000, attempts: 3, perMinute: 30, atOnce: 4, repeat: 'safe' },
  cacheDays: 1,
  subjectAt: { taxId: '/vatNumber' },
  version: 1,
  run,
  normalize,
  recordings,
};
