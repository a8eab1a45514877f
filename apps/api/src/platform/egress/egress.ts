import type { LookupFunction } from 'node:net';

import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { AppConfig } from '../config/index.js';
import { TenantDatabase } from '../database/index.js';
import {
  isLoopbackUrl,
  isPublicAddress,
  literalAddress,
  loopbackLookup,
  NotPublicError,
  publicLookup,
} from './public-address.js';
import { type OutgoingResponse, type OutgoingRequest, sendRequest } from './send-request.js';

/**
 * - `sandbox`: the organization is a sandbox, or there is none of this id
 * - `not-allowed`: the address is none of the public internet, or no plain http(s) address
 * - `unknown-name`: its host has no address
 * - `refused`: nobody listens there
 * - `certificate`: it does not show that it is who it is
 * - `timeout`: no answer in time
 * - `failed`: no connection, or one that broke off, or an answer that is too large
 */
export type EgressError = 'sandbox' | 'not-allowed' | 'unknown-name' | 'refused' | 'certificate' | 'timeout' | 'failed';

/**
 * The one way out. Nothing else in the server may open a connection to anything but its database, so a sandbox organization
 * reaches nothing: its environment is read from the database here and is no argument of the caller's. In development it may reach
 * receivers of webhooks on this machine.
 */
@Injectable()
export class Egress {
  constructor(
    private readonly database: TenantDatabase,
    private readonly config: AppConfig,
  ) {}

  async send(organizationId: string, outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, EgressError>> {
    const { rows } = await this.database
      .forOrganization(organizationId)
      .query<{ environment: string }>('select environment from organizations where id = $1', [organizationId]);
    if (rows[0]?.environment !== 'production') return failure('sandbox');
    return this.sendAsServer(outgoing);
  }

  /** Whether `sendToLoopback` sends to this address: in development, where a setting opens it. */
  isOpenLoopback(address: string): boolean {
    return this.config.webhookLoopback && URL.canParse(address) && isLoopbackUrl(new URL(address));
  }

  /** To a receiver of webhooks on this machine, from sandboxes too. No name is looked up, so that it leads nowhere else. */
  async sendToLoopback(outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    if (!this.isOpenLoopback(outgoing.url)) return failure('not-allowed');
    return this.request(new URL(outgoing.url), outgoing, loopbackLookup);
  }

  /** Of no organization: what the server itself needs to know, from an address of its settings. It may reach no more than theirs. */
  async sendAsServer(outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    const url = URL.canParse(outgoing.url) ? new URL(outgoing.url) : null;
    if (url === null || !isAllowed(url)) return failure('not-allowed');
    return this.request(url, outgoing, publicLookup);
  }

  private async request(
    url: URL,
    outgoing: OutgoingRequest,
    lookup: LookupFunction,
  ): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    // A receiver that is slow would keep a connection from everybody.
    if (this.database.isInTransaction()) throw new Error('nothing is sent out while a database transaction is open');
    try {
      return ok(await sendRequest(url, outgoing, lookup));
    } catch (error) {
      return failure(errorOf(error));
    }
  }
}

const errorsByCode: Readonly<Record<string, Exclude<EgressError, 'sandbox'>>> = {
  ENOTFOUND: 'unknown-name',
  EAI_AGAIN: 'unknown-name',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
};

/** Codes of OpenSSL's check of a certificate, and of the name in it. */
const certificateErrorPattern = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/;

function errorOf(error: unknown): Exclude<EgressError, 'sandbox'> {
  if (error instanceof NotPublicError) return 'not-allowed';
  const { code, errors } = error as { readonly code?: unknown; readonly errors?: readonly unknown[] };
  // Of a name with several addresses, each of which was tried.
  if (errors?.[0] !== undefined) return errorOf(errors[0]);
  const text = String(code);
  return errorsByCode[text] ?? (certificateErrorPattern.test(text) ? 'certificate' : 'failed');
}

function isAllowed(url: URL): boolean {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return false;
  const literal = literalAddress(url.hostname);
  return literal === null || isPublicAddress(literal);
}
