import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { networkOf } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { AttemptStore, type AttemptSubject } from '../persistence/attempt-store.js';

/** A password that somebody tries on an account. */
export interface Attempt {
  /** In small letters. */
  readonly email: string;
  readonly ipAddress: string;
  /** What the person is known by before the password is looked at: their session, or a device that they signed in on. */
  readonly knownAs: string | null;
}

/**
 * Slows whoever guesses passwords, not the account: by account and address together, and by address. All whom the account does not know are
 * slowed together, so that many addresses are no way around, and those it knows are let in meanwhile. What is asked of accounts that do not
 * exist counts alike, so that the answer does not tell which do.
 */
@Injectable()
export class ThrottleAttempts {
  constructor(private readonly store: AttemptStore) {}

  /** Runs `work`, which throws where the password is wrong. Throws 429 instead while whoever asks has to wait. */
  async guard<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const [own, ...shared] = subjectsOf(attempt);
    await this.acquire([own, ...shared]);
    const result = await work();
    await this.store.reset(own.name);
    await this.store.release(shared.map(({ name }) => name));
    return result;
  }

  /** Whether strangers try so many passwords on the account that they have to wait for each other. */
  isUnderAttack(email: string): Promise<boolean> {
    return this.store.isSlowed(strangersOf(accountOf(email)));
  }

  /** Counts a request of an address that may be repeated a few times only. */
  async acquireAddress(ipAddress: string): Promise<void> {
    await this.acquire([addressSubject(ipAddress)]);
  }

  /** Undoes that: it was right. */
  async releaseAddress(ipAddress: string): Promise<void> {
    await this.store.release([addressSubject(ipAddress).name]);
  }

  private async acquire(subjects: readonly AttemptSubject[]): Promise<void> {
    const retryAfter = await this.store.acquire(subjects);
    if (retryAfter === 0) return;
    throw new ApiError('TOO_MANY_ATTEMPTS', `Too many attempts: try again in ${retryAfter} s`, undefined, {
      retryAfterSeconds: retryAfter,
    });
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const accountOf = (email: string): string => hashOf(email);

/** Whoever asks first, then those they are counted with. */
function subjectsOf({ email, ipAddress, knownAs }: Attempt): readonly [AttemptSubject, ...AttemptSubject[]] {
  const account = accountOf(email);
  const freeAttempts = limits.signInFreeAttempts;
  if (knownAs !== null) return [{ name: `known:${account}:${hashOf(knownAs)}`, freeAttempts }];
  const pair = { name: `pair:${account}:${networkOf(ipAddress)}`, freeAttempts };
  return [pair, addressSubject(ipAddress), strangersOf(account)];
}

const addressSubject = (ipAddress: string): AttemptSubject => ({
  name: `address:${networkOf(ipAddress)}`,
  freeAttempts: limits.signInFreeAddressAttempts,
});

const strangersOf = (account: string): AttemptSubject => ({
  name: `strangers:${account}`,
  freeAttempts: limits.signInFreeUnknownAttempts,
  forgetSeconds: limits.signInUnknownAttemptSeconds,
});
