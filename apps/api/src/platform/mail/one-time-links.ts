import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { MailServer } from '../egress/index.js';
import { pages, tokenLink } from './email-text.js';

/** What would stand in an email, for whoever has to hand it on. */
export interface OneTimeLink {
  readonly token: string;
  /** Null: the server knows no page that people sign in on. */
  readonly link: string | null;
  readonly validForSeconds: number;
}

/** Where no mail server is named, whoever manages members is given what the email would hold. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly config: AppConfig,
    private readonly server: MailServer,
  ) {}

  /** Null: an email is sent. */
  create(page: keyof typeof pages, token: string, validForSeconds: number): OneTimeLink | null {
    if (this.server.isNamed) return null;
    const origin = this.config.publicOrigins[0];
    return { token, link: origin === undefined ? null : tokenLink(origin, pages[page], token), validForSeconds };
  }
}
