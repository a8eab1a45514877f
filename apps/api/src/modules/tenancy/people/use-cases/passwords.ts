import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the least cost that is recommended for servers: 19 MiB, two passes. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

@Injectable()
export class Passwords {
  private readonly dummyHash = hash('no account has this password', argon2Options);

  hash(password: string): Promise<string> {
    return hash(password.normalize('NFKC'), argon2Options);
  }

  /** Takes as long without an account as with one. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const right = await verify(stored ?? (await this.dummyHash), password.normalize('NFKC'));
    return right && stored !== null;
  }
}
