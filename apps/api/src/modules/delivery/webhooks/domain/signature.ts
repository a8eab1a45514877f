import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** Input of a signature. */
export interface SignedMessage {
  readonly id: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  /** The exact text that is sent. */
  readonly body: string;
}

/** Returns the value of `webhook-signature` according to Standard Webhooks: one signature for each secret, newest first. */
export const signatures = (secrets: readonly string[], message: SignedMessage): string =>
  secrets.map((secret) => signature(secret, message)).join(' ');

function signature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
