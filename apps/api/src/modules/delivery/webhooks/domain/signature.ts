import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** What a signature is made of. */
export interface SignedMessage {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** The very text that is sent. */
  readonly body: string;
}

/** The value of `webhook-signature`, by Standard Webhooks: one signature for each secret, the newest first. */
export const signatures = (secrets: readonly string[], message: SignedMessage): string =>
  secrets.map((secret) => signature(secret, message)).join(' ');

function signature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
