import { Injectable } from '@nestjs/common';

import { hashToken, isToken } from '../../../../platform/auth/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import { newId } from '../../../../platform/database/index.js';
import { emailTokenUse } from '../../../../platform/mail/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { linkLimits } from '../domain/link-limits.js';

/** Pages that are opened through a link, each with its path. */
const linkedPages = { validation: '/kyc/session', documents: '/kyc/documents' } as const;

/** A link opened by a person. */
export interface PageLink {
  readonly sessionId: string;
  /** Hash of its secret, which itself is not stored. */
  readonly hash: Buffer;
  readonly url: string;
  /** The link without its secret, for the email, for which the secret is derived again. */
  readonly urlBeforeSecret: string;
  readonly masterKeyId: string;
}

/** Creates links to pages on which people submit something, with a secret of 256 bits that is stored only as a hash. */
@Injectable()
export class Links {
  constructor(
    private readonly config: AppConfig,
    private readonly secrets: Secrets,
  ) {}

  create(organizationId: string, page: keyof typeof linkedPages): PageLink {
    const sessionId = newId();
    const { token, masterKeyId } = this.secrets.deriveToken(emailTokenUse(sessionId));
    const named = Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url');
    const urlBeforeSecret = `${this.origin}${linkedPages[page]}/${named}.`;
    return { sessionId, hash: hashToken(token), url: urlBeforeSecret + token, urlBeforeSecret, masterKeyId };
  }

  private get origin(): string {
    const { kycPublicUrl, publicOrigins, host, port } = this.config;
    return kycPublicUrl ?? publicOrigins[0] ?? `http://${host}:${String(port)}`;
  }
}

/** Returns the organization and hash in the last part of a link; `null` if it is not a valid link. */
export function readLinkToken(text: string): { readonly organizationId: string; readonly hash: Buffer } | null {
  const [named = '', secret = '', ...more] = text.split('.');
  const hex = Buffer.from(named, 'base64url').toString('hex');
  if (hex.length !== 32 || more.length > 0 || !isToken(secret)) return null;
  const organizationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { organizationId, hash: hashToken(secret) };
}

/** Returns when a link valid for this many hours expires; if undefined, the default is used. */
export const expiryOf = (hours: number | undefined, now: Date): Date =>
  new Date(now.getTime() + (hours ?? linkLimits.expiryHours.usual) * 3_600_000);
