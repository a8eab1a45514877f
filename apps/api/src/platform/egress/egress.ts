import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { TenantDatabase } from '../database/index.js';
import { isPublicAddress, literalAddress, NotPublicError, publicLookup } from './public-address.js';
import { type OutgoingAnswer, type OutgoingRequest, sendRequest } from './send-request.js';

/**
 * - `sandbox`: the organization is a sandbox, or there is none of this id
 * - `not-allowed`: the address is none of the public internet, or no plain http(s) address
 * - `failed`: no connection, no answer in time, or an answer that is too large
 */
export type EgressError = 'sandbox' | 'not-allowed' | 'failed';

/**
 * The one way out. Nothing else in the server may open a connection to anything but its database, so a sandbox organization
 * reaches nothing: its environment is read from the database here and is no argument of the caller's.
 */
@Injectable()
export class Egress {
  constructor(private readonly database: TenantDatabase) {}

  async request(organizationId: string, outgoing: OutgoingRequest): Promise<Result<OutgoingAnswer, EgressError>> {
    const { rows } = await this.database
      .of(organizationId)
      .query<{ environment: string }>('select environment from organizations where id = $1', [organizationId]);
    if (rows[0]?.environment !== 'production') return failure('sandbox');
    return this.requestOfServer(outgoing);
  }

  /** Of no organization: what the server itself needs to know, from an address of its settings. It may reach no more than theirs. */
  async requestOfServer(outgoing: OutgoingRequest): Promise<Result<OutgoingAnswer, Exclude<EgressError, 'sandbox'>>> {
    const url = URL.canParse(outgoing.url) ? new URL(outgoing.url) : null;
    if (url === null || !isAllowed(url)) return failure('not-allowed');
    try {
      return ok(await sendRequest(url, outgoing, publicLookup));
    } catch (error) {
      return failure(error instanceof NotPublicError ? 'not-allowed' : 'failed');
    }
  }
}

function isAllowed(url: URL): boolean {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return false;
  const literal = literalAddress(url.hostname);
  return literal === null || isPublicAddress(literal);
}
