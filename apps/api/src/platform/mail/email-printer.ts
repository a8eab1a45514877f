import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';

/** The part of an email that its recipient would read. */
export interface PrintedEmail {
  readonly to: string;
  /** `mail.invitation` */
  readonly event: string;
  /** The token; `null` if the email has none. */
  readonly token: string | null;
}

/** Prints emails if `SHOW_EMAILS=on`, so that users who try the server can sign up and join without a mailbox. */
@Injectable()
export class EmailPrinter {
  constructor(private readonly config: AppConfig) {}

  print({ to, event, token }: PrintedEmail): void {
    if (!this.config.showEmails) return;
    process.stdout.write(`Email to ${to}: ${event}${token === null ? '' : `, token ${token}`}\n`);
  }
}
