import type { LookupFunction } from 'node:net';

import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { AppConfig } from '../config/index.js';
import { findEnvironment, TenantDatabase } from '../database/index.js';
import { limits } from '../limits.js';
import { writtenAddressProblem } from './address-problem.js';
import { type Download, downloadFile, type DownloadRequest, RedirectError } from './download-file.js';
import { lookUpRecords } from './look-up-records.js';
import {
  anyLookup,
  hostProblem,
  isLoopbackUrl,
  isPublicAddress,
  literalAddress,
  loopbackLookup,
  NotPublicError,
  publicLookup,
} from './public-address.js';
import {
  LateResponseError,
  type OutgoingResponse,
  type OutgoingRequest,
  ResponseTooLargeError,
  sendRequest,
} from './send-request.js';

/**
 * - `off`: the settings of the server let nothing out
 * - `sandbox`: the organization is a sandbox, or there is none of this id
 * - `not-allowed`: the address is none of the public internet, or no plain http(s) address
 * - `unknown-name`: its host has no address
 * - `refused`: nobody listens there
 * - `certificate`: it does not show that it is who it is
 * - `timeout`: no answer in time
 * - `too-large`: an answer of more bytes than were asked for
 * - `failed`: no connection, or one that broke off
 */
export type EgressError =
  | 'off'
  | 'sandbox'
  | 'not-allowed'
  | 'unknown-name'
  | 'refused'
  | 'certificate'
  | 'timeout'
  | 'too-large'
  | 'failed';

/**
 * The only way to make outgoing connections. Nothing else in the server may connect to anything but its database. A sandbox organization
 * cannot reach anything: its environment is read from the database here, and is not an argument of the caller. In development, sandboxes
 * may reach webhook receivers on this machine, and production organizations their own providers there.
 */
@Injectable()
export class Egress {
  constructor(
    private readonly database: TenantDatabase,
    private readonly config: AppConfig,
  ) {}

  async send(organizationId: string, outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, EgressError>> {
    if (!(await this.isProduction(organizationId))) return failure('sandbox');
    return this.sendAsServer(outgoing);
  }

  /**
   * Resolves a host name to its addresses or mail servers; `null` if it has none. If any of the addresses is not public, none is returned.
   */
  async resolve(
    organizationId: string,
    name: string,
    type: 'MX' | 'A',
    timeoutMs: number = limits.addressLookupMs,
  ): Promise<Result<readonly string[] | null, EgressError>> {
    if (!this.config.egress) return failure('off');
    if (!(await this.isProduction(organizationId))) return failure('sandbox');
    if (hostProblem(name) !== null) return failure('not-allowed');
    this.requireNoTransaction();
    const found = await lookUpRecords(name, type, timeoutMs);
    if (!found.ok || found.value === null || type === 'MX') return found;
    return found.value.every(isPublicAddress) ? found : failure('not-allowed');
  }

  /** Whether an organization may make outgoing connections. */
  async isProduction(organizationId: string): Promise<boolean> {
    return (await findEnvironment(this.database.forOrganization(organizationId), organizationId)) === 'production';
  }

  /** A slow receiver would keep a database connection from others. */
  private requireNoTransaction(): void {
    if (this.database.isInTransaction())
      throw new Error('requests cannot be sent while a database transaction is open');
  }

  /** Whether `sendToLoopback` sends to this URL: in development, if a setting allows it. */
  isOpenLoopback(address: string): boolean {
    return this.config.webhookLoopback && URL.canParse(address) && isLoopbackUrl(new URL(address));
  }

  /**
   * Sends to a webhook receiver on this machine, also for sandboxes, or to a provider there. No host name is looked up, so that requests
   * cannot end up elsewhere.
   */
  async sendToLoopback(outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    if (!this.config.egress) return failure('off');
    if (!this.isOpenLoopback(outgoing.url)) return failure('not-allowed');
    return this.request(new URL(outgoing.url), outgoing, loopbackLookup);
  }

  /**
   * Sends a request for the server itself, not for an organization, to a URL from its settings. The same targets are allowed as for
   * organizations.
   */
  async sendAsServer(outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    if (!this.config.egress) return failure('off');
    const url = URL.canParse(outgoing.url) ? new URL(outgoing.url) : null;
    if (url === null || !isAllowed(url)) return failure('not-allowed');
    return this.request(url, outgoing, publicLookup);
  }

  /**
   * Sends to the configured object storage, which may be on an internal network: only the administrator of the server can set it. Nothing
   * but that URL can be reached this way.
   */
  async sendToStorage(outgoing: OutgoingRequest): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    const { blobs } = this.config;
    const url = URL.canParse(outgoing.url) ? new URL(outgoing.url) : null;
    if (url === null || blobs.kind !== 's3' || url.origin !== new URL(blobs.url).origin) return failure('not-allowed');
    return this.request(url, outgoing, anyLookup);
  }

  /** Downloads a file that the server itself needs, not for an organization, from a URL in its settings or of a source that it knows. */
  async download(asked: DownloadRequest): Promise<Result<Download, Exclude<EgressError, 'sandbox'>>> {
    const url = URL.canParse(asked.url) ? new URL(asked.url) : null;
    if (url === null || !isAllowed(url)) return failure('not-allowed');
    return this.storeDownload(asked, publicLookup, isAllowed);
  }

  /** A file that an organization names the address of; in development it may stand on this machine. */
  async downloadFor(organizationId: string, asked: DownloadRequest): Promise<Result<Download, EgressError>> {
    if (this.isOpenLoopback(asked.url)) return this.storeDownload(asked, loopbackLookup, isLoopbackUrl);
    if (!(await this.isProduction(organizationId))) return failure('sandbox');
    return this.download(asked);
  }

  /**
   * What is wrong with an address as it is written; null: nothing. Where its name leads is looked at when it is called.
   *
   * @param example the path of one that is right
   */
  urlProblem(text: string, example: string): string | null {
    // A parser of addresses leaves out spaces and line breaks, which nobody means.
    if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text))
      return `must be an address such as https://example.com${example}`;
    if (this.isOpenLoopback(text)) return null;
    const url = new URL(text);
    if (url.protocol !== 'https:') return `must start with https://, not with ${url.protocol}`;
    return writtenAddressProblem(url);
  }

  private async storeDownload(
    asked: DownloadRequest,
    lookup: LookupFunction,
    mayGoTo: (url: URL) => boolean,
  ): Promise<Result<Download, Exclude<EgressError, 'sandbox'>>> {
    if (!this.config.egress) return failure('off');
    this.requireNoTransaction();
    try {
      return ok(await downloadFile(asked, lookup, mayGoTo));
    } catch (error) {
      return failure(errorOf(error));
    }
  }

  private async request(
    url: URL,
    outgoing: OutgoingRequest,
    lookup: LookupFunction,
  ): Promise<Result<OutgoingResponse, Exclude<EgressError, 'sandbox'>>> {
    this.requireNoTransaction();
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
  if (error instanceof NotPublicError || error instanceof RedirectError) return 'not-allowed';
  if (error instanceof ResponseTooLargeError) return 'too-large';
  if (error instanceof LateResponseError) return 'timeout';
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
