import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { MailServer } from '../egress/index.js';
import { pages, tokenLink } from './email-text.js';

/** The content of an email for a user who must pass it on. */
export interface OneTimeLink {
  readonly token: string;
  /** `null` if no sign-in page is configured. */
  readonly link: string | null;
  readonly validForSeconds: number;
}

/** If no mail server is configured, gives what the email would contain to the user who manages members. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly config: AppConfig,
    private readonly server: MailServer,
  ) {}

  /** Returns `null` if an email is sent instead. */
  create(page: keyof typeof pages, token: string, validForSeconds: number): OneTimeLink | null {
    if (this.server.isNamed) return null;
    const origin = this.config.publicOrigins[0];
    return { token, link: origin === undefined ? null : tokenLink(origin, pages[page], token), validForSeconds };
  }
}
