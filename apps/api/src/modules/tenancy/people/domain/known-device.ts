import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const nonceBytes = 16;

interface Account {
  readonly id: string;
  readonly passwordHash: string;
}

const proofOf = ({ id, passwordHash }: Account, nonce: string): Buffer =>
  createHmac('sha256', passwordHash).update(`device of ${id}: ${nonce}`).digest();

/**
 * Creates the token that a browser stores after a sign-in. It grants no access: attempts that send it are counted separately from those of
 * strangers, who therefore cannot lock out the owner. Changing the password invalidates it.
 */
export function newDeviceToken(account: Account): string {
  const nonce = randomBytes(nonceBytes).toString('base64url');
  return `${nonce}.${proofOf(account, nonce).toString('base64url')}`;
}

/** Whether the person has signed in on the device that sends the token. */
export function isKnownDevice(account: Account, token: string): boolean {
  const [nonce = '', proof = ''] = token.split('.');
  const [sent, expected] = [Buffer.from(proof, 'base64url'), proofOf(account, nonce)];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
