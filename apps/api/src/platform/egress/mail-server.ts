import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';
import { createTransport, type Transporter } from 'nodemailer';

import { AppConfig } from '../config/index.js';
import { TenantDatabase } from '../database/index.js';
import { limits } from '../limits.js';
import { Egress } from './egress.js';

export interface Mail {
  /** Names the email over all attempts. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/**
 * - `sandbox`: the organization is a sandbox, or there is none of this id
 * - `refused`: the mail server will never take this email
 * - `failed`: it may later
 */
export interface MailProblem {
  readonly kind: 'sandbox' | 'refused' | 'failed';
  /** Without the address that it was sent to. */
  readonly message: string;
}

/** What nodemailer throws. */
interface MailError {
  readonly code?: string;
  readonly responseCode?: number;
}

/** What the mail server says of the email, not of the connection or of who we are. */
const aboutEmail: readonly string[] = ['EENVELOPE', 'EMESSAGE'];

/**
 * The server that takes emails, by `MAIL_URL`. Its operator names it, so that it may stand inside; nobody else can. Passwords and emails
 * go over TLS alone, but for a server on this machine or where the operator says `?tls=off`.
 */
@Injectable()
export class MailServer implements OnApplicationShutdown {
  private readonly transport: Transporter | null;

  constructor(
    private readonly config: AppConfig,
    private readonly database: TenantDatabase,
    private readonly egress: Egress,
  ) {
    this.transport = config.mailUrl === null ? null : createTransport(transportOptions(new URL(config.mailUrl)));
  }

  /** Whether there is one. */
  get isNamed(): boolean {
    return this.transport !== null;
  }

  /** `organizationId`: in whose name; null: in nobody's. */
  async send(organizationId: string | null, { id, to, subject, text }: Mail): Promise<Result<null, MailProblem>> {
    if (organizationId !== null && !(await this.egress.isProduction(organizationId)))
      return failure({ kind: 'sandbox', message: 'a sandbox sends nothing' });
    const from = this.config.mailFrom;
    if (this.transport === null || from === null)
      return failure({ kind: 'failed', message: 'no mail server is named' });
    if (this.database.isInTransaction()) throw new Error('nothing is sent out while a database transaction is open');
    const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
    try {
      // An object is one address, however it is spelled: a text could hold several.
      const recipient = { name: '', address: to };
      await this.transport.sendMail({
        from: { name: 'Tamis', address: from },
        to: recipient,
        messageId,
        subject,
        text,
      });
      return ok(null);
    } catch (error) {
      return failure(problemOf(error as MailError));
    }
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

function problemOf({ code = 'unknown', responseCode }: MailError): MailProblem {
  const isForGood = aboutEmail.includes(code) && (responseCode === undefined || responseCode >= 500);
  const said = responseCode === undefined ? code : `${code}, status ${responseCode}`;
  return { kind: isForGood ? 'refused' : 'failed', message: `the mail server said ${said}` };
}

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

function transportOptions(url: URL) {
  const isSecure = url.protocol === 'smtps:';
  const needsTls = !isSecure && !loopbackHosts.includes(url.hostname) && url.searchParams.get('tls') !== 'off';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: needsTls,
    ignoreTLS: url.searchParams.get('tls') === 'off',
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    pool: true as const,
    maxConnections: limits.mailConnections,
    connectionTimeout: limits.mailTimeoutMs,
    greetingTimeout: limits.mailTimeoutMs,
    socketTimeout: limits.mailTimeoutMs,
    dnsTimeout: limits.addressLookupMs,
    // What is sent is text of ours: no address or file is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
