import { failure, ok, type Result } from '@tamis/stdx';

import type { EgressError, OutgoingResponse, OutgoingRequest } from '../../../../platform/egress/index.js';
import type { FailedFetch, PublishedRate, RateSource } from '../domain/rate-source.js';
import { parseEcbRates } from '../domain/parse-ecb-rates.js';

type SendRequest = (request: OutgoingRequest) => Promise<Result<OutgoingResponse, EgressError>>;

/** The document for the last 90 days contains some thousand rates in 120 kB. */
const documents = { newest: 'eurofxref-daily.xml', recent: 'eurofxref-hist-90d.xml' } as const;

/** The reference rates of the European Central Bank: the value of a euro in thirty currencies, on each working day. */
export class EcbRates implements RateSource {
  static readonly identity = { name: 'ecb', base: 'EUR' } as const;
  readonly name = EcbRates.identity.name;
  readonly base = EcbRates.identity.base;

  constructor(
    /** URL of the folder that contains the documents. */
    private readonly url: string,
    private readonly send: SendRequest,
  ) {}

  async fetch(asked: keyof typeof documents): Promise<Result<readonly PublishedRate[], FailedFetch>> {
    const url = new URL(documents[asked], this.url).href;
    const answered = await this.send({ url, method: 'GET', headers: { accept: 'application/xml, text/xml' } });
    if (!answered.ok) return toFailedFetch(answered.error, url);
    const { status, body } = answered.value;
    if (status !== 200) return failure({ failure: 'refused', problem: `${url} answers with ${status}` });
    const rates = parseEcbRates(body.toString('utf8'));
    return rates.ok
      ? ok(rates.value)
      : failure({ failure: 'unreadable', problem: `the response of ${url}: ${rates.error}` });
  }
}

function toFailedFetch(error: EgressError, url: string): Result<never, FailedFetch> {
  if (error === 'off')
    return failure({ failure: 'not-allowed', problem: 'EGRESS is off: no outgoing requests are made' });
  if (error === 'not-allowed' || error === 'sandbox')
    return failure({ failure: 'not-allowed', problem: `${url} is not a public internet address` });
  return failure({ failure: 'unreachable', problem: `${url} sent no response, a late one or one that is too long` });
}
