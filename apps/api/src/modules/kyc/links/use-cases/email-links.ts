import { Injectable } from '@nestjs/common';

import { findEnvironment, type Transaction } from '../../../../platform/database/index.js';
import { type EmailEvent, EmailPrinter, enqueueEmails } from '../../../../platform/mail/index.js';
import { findOrganization } from '../../../tenancy/organizations/index.js';
import type { PageLink } from './links.js';

export interface LinkEmail {
  readonly organizationId: string;
  readonly event: EmailEvent;
  /** `null` if they have no address. */
  readonly recipient: string | null;
  /** Content in addition to the link and the name of the organization. */
  readonly payload?: object;
  readonly expiresAt: Date;
}

/** Sends links to the people they are for. */
@Injectable()
export class EmailLinks {
  constructor(private readonly printer: EmailPrinter) {}

  /** Sends a link. Returns `false` if there is no address, or the organization is a sandbox. */
  async send(
    client: Transaction,
    { sessionId, url, urlBeforeSecret, masterKeyId }: PageLink,
    { organizationId, event, recipient, payload, expiresAt }: LinkEmail,
    now: Date,
  ): Promise<boolean> {
    if (!recipient || (await findEnvironment(client, organizationId)) !== 'production') return false;
    const organization = (await findOrganization(client, organizationId))!.name;
    enqueueEmails(client, [
      {
        ...{ id: sessionId, organizationId, event, recipient, masterKeyId },
        payload: { ...payload, organization, link: urlBeforeSecret },
        lifeSeconds: Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)),
      },
    ]);
    this.printer.print({ to: recipient, event, token: url });
    return true;
  }
}
