import { Injectable } from '@nestjs/common';

import { findEnvironment, type Transaction } from '../../../../platform/database/index.js';
import { type EmailEvent, EmailPrinter, enqueueEmails } from '../../../../platform/mail/index.js';
import { findOrganization } from '../../../tenancy/organizations/index.js';
import type { PageLink } from './links.js';

export interface LinkEmail {
  readonly organizationId: string;
  readonly event: EmailEvent;
  /** Null: they have no address. */
  readonly recipient: string | null;
  /** What it says besides the link and who asks. */
  readonly payload?: object;
  readonly expiresAt: Date;
}

/** Has links sent to the people they are for. */
@Injectable()
export class EmailLinks {
  constructor(private readonly printer: EmailPrinter) {}

  /** False: there is no address, or it is a sandbox. */
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
