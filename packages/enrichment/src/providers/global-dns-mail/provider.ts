import { ok, type Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { domainOf, normalize } from './normalize.js';
import { recordings } from './recordings.js';

/** Maximum number of domains queried for one subject. */
const mostDomains = 10;

/** What was found about a domain. `isKnown: false` means that DNS failed, so nothing is known. */
interface Domain {
  readonly domain: string;
  readonly isKnown: boolean;
  readonly exists?: boolean;
  readonly mx?: readonly string[];
  readonly hasAddress?: boolean;
}

async function run({ emails }: Asked, world: ProviderWorld): Promise<Result<unknown, ItemProblem>> {
  const named = new Set(emails.map(domainOf).filter((domain) => domain !== null));
  const domains: Domain[] = [];
  let problem: ItemProblem | null = null;
  for (const domain of [...named].slice(0, mostDomains)) {
    const found = await lookAt(domain, world);
    if (!found.ok) problem = found.error;
    domains.push(found.ok ? found.value : { domain, isKnown: false });
  }
  const nothingKnown = domains.length > 0 && domains.every(({ isKnown }) => !isKnown);
  return nothingKnown && problem !== null ? { ok: false, error: problem } : ok({ domains });
}

/** Mail goes to the exchangers of a domain, or to its address if it has none (RFC 5321, 5.1). */
async function lookAt(domain: string, world: ProviderWorld): Promise<Result<Domain, ItemProblem>> {
  const mx = await world.resolve(domain, 'MX');
  if (!mx.ok) return absentOr(mx, domain);
  if (mx.value !== null) return ok({ domain, isKnown: true, exists: true, mx: mx.value, hasAddress: false });
  const address = await world.resolve(domain, 'A');
  if (!address.ok) return absentOr(address, domain);
  return ok({ domain, isKnown: true, exists: true, mx: [], hasAddress: address.value !== null });
}

const absentOr = (found: Result<never, ItemProblem>, domain: string): Result<Domain, ItemProblem> =>
  !found.ok && found.error.code === 'SUBJECT_NOT_FOUND' ? ok({ domain, isKnown: true, exists: false }) : found;

/** Checks whether the domains of email addresses receive mail at all. No email is sent to any address. */
export const globalDnsMail: Provider = {
  code: 'global_dns_mail',
  name: 'DNS: domains of email addresses',
  description:
    'Whether the domain of each email address accepts mail. `emails` has the deliverable addresses; `emailChecks` of the ' +
    'integration has each address with its domain, `hasMx` and `isDeliverable`. Whether a domain is disposable or free is checked in rules with ' +
    '`isDisposableEmail` and `isFreeEmail`.',
  documentation: 'https://www.rfc-editor.org/rfc/rfc5321#section-5.1',
  type: 'enrichment',
  status: 'available',
  capabilities: ['contact', 'verification'],
  countries: ['GLOBAL'],
  entityTypes: ['person', 'company'],
  priceCents: 1,
  input: { oneOf: [['email']], parameters: [] },
  settings: [],
  provides: ['emails'],
  ownMembers: ['emailChecks'],
  reliability: 'official',
  confidence: 0.6,
  supportsMonitoring: false,
  supportsWithoutEntity: false,
  reach: { hosts: [], datasets: [] },
  calls: { timeoutMs: 5_000, attempts: 2, perMinute: 600, atOnce: 16, repeat: 'safe' },
  cacheDays: 1,
  subjectAt: {},
  version: 1,
  run,
  normalize,
  recordings,
};
