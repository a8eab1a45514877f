import { Injectable } from '@nestjs/common';

import { hashToken } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  EmailPrinter,
  emailTokenUse,
  enqueueEmails,
  type OneTimeLink,
  OneTimeLinks,
} from '../../../../platform/mail/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { insertPersonEmail, type PersonEmailEvent } from '../persistence/person-email-store.js';

interface EmailKind {
  readonly lifeSeconds: number;
  readonly hasToken: boolean;
  readonly count: number;
  readonly seconds: number;
}

const quota = { count: limits.emailsPerAddress, seconds: limits.emailWindowSeconds };
const daily = { count: 1, seconds: limits.signInMemorySeconds };

const kinds: Readonly<Record<PersonEmailEvent, EmailKind>> = {
  'mail.sign_up': { lifeSeconds: limits.signUpLifeSeconds, hasToken: true, ...quota },
  'mail.sign_up_again': { lifeSeconds: limits.signUpLifeSeconds, hasToken: false, ...quota },
  'mail.password_reset': { lifeSeconds: limits.resetLifeSeconds, hasToken: true, ...quota },
  'mail.sign_in_attempts': { lifeSeconds: limits.signInMemorySeconds, hasToken: false, ...daily },
};

/** Returns the 400 error for the token of an email, regardless of what is wrong with it. */
export const invalidToken = (): ApiError =>
  new ApiError('INVALID_TOKEN', 'The secret is unknown, already used or expired');

/** The recipient of an email. */
export interface EmailRecipient {
  /** The address in lower case. */
  readonly recipient: string;
  /** `null` if no account has the address yet. */
  readonly userId: string | null;
}

interface SentEmail extends EmailRecipient {
  /** The organization of the transaction, which requests the email; absent if only the person requests it. */
  readonly organizationId?: string;
}

/** Emails to people that are not sent on behalf of an organization. */
@Injectable()
export class SendPersonEmail {
  constructor(
    private readonly secrets: Secrets,
    private readonly printer: EmailPrinter,
    private readonly links: OneTimeLinks,
  ) {}

  /** Sends nothing if the address has reached the quota of this kind: the emails sent last are valid for as long as the quota applies. */
  async send(client: Transaction, event: PersonEmailEvent, { organizationId, ...to }: SentEmail): Promise<void> {
    const { recipient } = to;
    const stored = await this.store(client, event, to);
    if (stored === null) return;
    const { id, lifeSeconds, token, masterKeyId } = stored;
    enqueueEmails(client, [
      { id, organizationId: organizationId ?? null, event, recipient, payload: {}, masterKeyId, lifeSeconds },
    ]);
    this.printer.print({ to: recipient, event, token });
  }

  /** Returns the link of an email about a forgotten password, to be passed on by others; `null` if `send` would send nothing. */
  async createResetLink(client: Transaction, to: EmailRecipient): Promise<OneTimeLink | null> {
    const stored = await this.store(client, 'mail.password_reset', to);
    return stored && this.links.create('passwordReset', stored.token!, stored.lifeSeconds);
  }

  private async store(client: Transaction, event: PersonEmailEvent, to: EmailRecipient) {
    const { lifeSeconds, hasToken, ...most } = kinds[event];
    const id = newId();
    const made = hasToken ? this.secrets.deriveToken(emailTokenUse(id)) : null;
    const token = made && { hash: hashToken(made.token), masterKeyId: made.masterKeyId };
    const isStored = await insertPersonEmail(client, { id, ...to, event, token, lifeSeconds }, most);
    return isStored ? { id, lifeSeconds, token: made?.token ?? null, masterKeyId: made?.masterKeyId ?? null } : null;
  }
}
