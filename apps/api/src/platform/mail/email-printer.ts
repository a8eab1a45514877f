import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';

/** What a person would read in an email. */
export interface PrintedEmail {
  readonly to: string;
  /** `mail.invitation` */
  readonly event: string;
  /** Null: it holds none. */
  readonly token: string | null;
}

/** Prints emails with `SHOW_EMAILS=on`, so that somebody who tries the server can sign up and join without a mailbox. */
@Injectable()
export class EmailPrinter {
  constructor(private readonly config: AppConfig) {}

  print({ to, event, token }: PrintedEmail): void {
    if (!this.config.showEmails) return;
    process.stdout.write(`Email to ${to}: ${event}${token === null ? '' : `, token ${token}`}\n`);
  }
}
