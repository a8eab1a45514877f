import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import type { Asked } from '../../provider.js';
import { cleanText } from '../../reading/clean-text.js';
import { compact } from '../../reading/compact.js';
import { type Reader, reading } from '../../reading/reader.js';

/** Returns the domain of an email address as DNS knows it, or `null` if it cannot be a domain. */
export function domainOf(email: string): string | null {
  const name = email.slice(email.lastIndexOf('@') + 1).trim();
  if (!email.includes('@') || name === '' || /[\s/?#:@\\]/.test(name) || !URL.canParse(`https://${name}`)) return null;
  const { hostname } = new URL(`https://${name}`);
  return /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/.test(hostname) ? hostname : null;
}

interface Reception {
  readonly hasMx?: boolean;
  readonly isDeliverable?: boolean;
}

export const normalize = (raw: unknown, { emails }: Asked): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const receptions = new Map(response.at('domains').list().map(receptionOf));
    const checks = emails.map((email) => {
      const domain = domainOf(email);
      const reception = domain === null ? { hasMx: false, isDeliverable: false } : (receptions.get(domain) ?? {});
      return compact({ address: cleanText(email, 'name'), domain: domain ?? undefined, ...reception });
    });
    return compact({
      emails: checks.filter(({ isDeliverable }) => isDeliverable === true).map(({ address }) => address),
      emailChecks: checks,
    });
  });

function receptionOf(found: Reader): readonly [string, Reception] {
  const name = found.at('domain').required(found.at('domain').text());
  if (found.at('isKnown').boolean() !== true) return [name, {}];
  if (found.at('exists').boolean() !== true) return [name, { hasMx: false, isDeliverable: false }];
  const exchangers = found
    .at('mx')
    .list()
    .map((record) => (record.text() ?? '').replace(/^\d+\s+/, ''));
  // A single dot means that the domain accepts no mail (RFC 7505).
  const hasMx = exchangers.some((exchanger) => exchanger !== '' && exchanger !== '.');
  return [name, { hasMx, isDeliverable: hasMx || found.at('hasAddress').boolean() === true }];
}
