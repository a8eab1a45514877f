import { Injectable } from '@nestjs/common';

import { hashToken } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { EmailPrinter } from '../../../../platform/outbox/index.js';
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

/** Emails to people, in the name of no organization. */
@Injectable()
export class SendPersonEmail {
  constructor(
    private readonly secrets: Secrets,
    private readonly printer: EmailPrinter,
  ) {}

  /** Nothing where the address got enough of the kind: what was sent last is valid for as long as that holds. */
  async send(
    client: Transaction,
    event: PersonEmailEvent,
    { recipient, userId }: { readonly recipient: string; readonly userId: string | null },
  ): Promise<void> {
    const { lifeSeconds, hasToken, ...most } = kinds[event];
    const id = newId();
    const made = hasToken ? this.secrets.deriveToken(`email ${id}`) : null;
    const token = made && { hash: hashToken(made.token), masterKeyId: made.masterKeyId };
    const isStored = await insertPersonEmail(client, { id, recipient, event, userId, token, lifeSeconds }, most);
    if (isStored) this.printer.print({ to: recipient, event, token: made?.token ?? null });
  }
}
