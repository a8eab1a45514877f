import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

import { limits } from '../../../../platform/limits.js';
import { overloadedError } from '../../../../platform/load/index.js';

/** Argon2id with the minimum cost recommended for servers: 19 MiB, two passes. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a few passwords at a time, because each takes a thread that file access and name look-ups also need. */
@Injectable()
export class Passwords {
  private readonly dummyHash = hash('no account has this password', argon2Options);
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFKC'), argon2Options));
  }

  /** Takes the same time with and without an account. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? (await this.dummyHash);
    const right = await this.inTurn(() => verify(against, password.normalize('NFKC')));
    return right && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= limits.passwordHashes.running) await this.waitForTurn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** A finishing task passes its slot on to the next waiting one. */
  private waitForTurn(): Promise<void> {
    if (this.waiting.length >= limits.passwordHashes.waiting)
      throw overloadedError('Too many passwords are being checked; try again');
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
