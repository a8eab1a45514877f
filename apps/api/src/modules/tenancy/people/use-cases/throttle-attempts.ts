import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { networkOf } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { AttemptStore, type AttemptSubject } from '../persistence/attempt-store.js';

/** An attempt to use a password for an account. */
export interface Attempt {
  /** The address in lower case. */
  readonly email: string;
  readonly ipAddress: string;
  /** The identification of the person before the password is checked: their session, or a device on which they signed in. */
  readonly knownAs: string | null;
}

/**
 * Slows down people who guess passwords, not the account: by account and address together, and by address. All who are unknown to the
 * account are slowed down together, so that using many addresses does not help, while known people are let in. Attempts on accounts that do
 * not exist count in the same way, so that responses do not reveal which accounts exist.
 */
@Injectable()
export class ThrottleAttempts {
  constructor(private readonly store: AttemptStore) {}

  /** Executes `work`, which throws if the password is wrong. Throws 429 instead while the caller has to wait. */
  async guard<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const [own, ...shared] = subjectsOf(attempt);
    await this.acquire([own, ...shared]);
    const result = await work();
    await this.store.reset(own.name);
    await this.store.release(shared.map(({ name }) => name));
    return result;
  }

  /** Whether strangers try so many passwords for the account that they have to wait for each other. */
  isUnderAttack(email: string): Promise<boolean> {
    return this.store.isSlowed(strangersOf(accountOf(email)));
  }

  /** Counts a request of an address that can be repeated only a few times. */
  async acquireAddress(ipAddress: string): Promise<void> {
    await this.acquire([addressSubject(ipAddress)]);
  }

  /** Undoes this count, because the request was correct. */
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

/** Returns the caller's own subject first, then those shared with others. */
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
