import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { networkOf } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { AttemptStore } from '../persistence/attempt-store.js';

/**
 * Slows whoever guesses passwords, by account and by address. What is asked of accounts that do not exist counts alike, so that
 * the answer does not tell which do.
 */
@Injectable()
export class ThrottleAttempts {
  constructor(private readonly store: AttemptStore) {}

  /** Runs `work`, which throws where the password is wrong. Throws 429 instead while account or address have to wait. */
  async guard<T>(email: string, address: string, work: () => Promise<T>): Promise<T> {
    const account = `account:${createHash('sha256').update(email).digest('hex')}`;
    const network = await this.acquireAddress(address);
    await this.acquire(account, limits.signInFreeAttempts);
    const result = await work();
    await this.store.reset(account);
    await this.store.release(network);
    return result;
  }

  /** Counts a request of an address that may be repeated a few times only; the name under which it is counted. */
  async acquireAddress(address: string): Promise<string> {
    const network = `address:${networkOf(address)}`;
    await this.acquire(network, limits.signInFreeAddressAttempts);
    return network;
  }

  private async acquire(name: string, free: number): Promise<void> {
    const retryAfter = await this.store.acquire({ name, freeAttempts: free });
    if (retryAfter === 0) return;
    throw new ApiError('TOO_MANY_ATTEMPTS', `Too many attempts: try again in ${retryAfter} s`, undefined, {
      retryAfterSeconds: retryAfter,
    });
  }
}
