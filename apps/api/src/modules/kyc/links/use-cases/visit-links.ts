import { Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { AuthModule, type RequestOrigin, UnknownLookups } from '../../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { rateLimitError } from '../../../../platform/rate-limits/index.js';
import { linkLimits } from '../domain/link-limits.js';
import { EmailLinks } from './email-links.js';
import { Links, readLinkToken } from './links.js';

interface Asked {
  readonly startedMs: number;
  count: number;
}

/** Finds the record whose secret has this hash. */
export type FindLinked<T> = (client: Queryable, organizationId: string, hash: Buffer) => Promise<T | null>;

const minuteMs = 60_000;

/** Finds the record of a link. Its secret is the only authorization, so a wrong and an expired secret get the same response. */
@Injectable()
export class VisitLinks {
  private readonly asked = new LRUCache<string, Asked>({ max: linkLimits.counted });

  constructor(
    private readonly database: TenantDatabase,
    private readonly unknown: UnknownLookups,
  ) {}

  /** Throws 404, and 429 for a link that is used too often or an address that tries many invalid links. */
  async find<T extends { readonly sessionId: string }>(
    token: string,
    { ipAddress }: RequestOrigin,
    findLinked: FindLinked<T>,
    nowMs = Date.now(),
  ): Promise<T> {
    const named = readLinkToken(token);
    if (!named) throw notFound('Session');
    const { organizationId, hash } = named;
    const client = this.database.forOrganization(organizationId);
    const found = await this.unknown.admit(ipAddress, nowMs, () => findLinked(client, organizationId, hash));
    if (!found) throw notFound('Session');
    this.count(found.sessionId, nowMs);
    return found;
  }

  private count(sessionId: string, nowMs: number): void {
    const known = this.asked.get(sessionId);
    const current = known && nowMs - known.startedMs < minuteMs ? known : { startedMs: nowMs, count: 0 };
    current.count += 1;
    this.asked.set(sessionId, current);
    if (current.count <= linkLimits.requests) return;
    const resetsInMs = current.startedMs + minuteMs - nowMs;
    throw rateLimitError('This link is used too often', {
      ...{ limit: linkLimits.requests, remaining: 0, resetsInMs, resetsAt: new Date(nowMs + resetsInMs) },
    });
  }
}

/** Links to pages on which people submit something, authorized only by their secret. */
@Module({ imports: [AuthModule], providers: [EmailLinks, Links, VisitLinks], exports: [EmailLinks, Links, VisitLinks] })
export class LinksModule {}
