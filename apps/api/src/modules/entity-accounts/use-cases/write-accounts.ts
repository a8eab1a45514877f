import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { newId } from '../../../platform/database/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import type { EntityRow } from '../../entities/index.js';
import { identifiersOf } from '../domain/account-identifiers.js';
import { accountProblems } from '../domain/account-problems.js';
import { type AccountFields, newAccountFields } from '../domain/entity-account.js';
import type { StoredAccount } from '../domain/stored-account.js';
import { AccountStore, type OpenAccounts } from '../persistence/account-store.js';
import { type AccountWrite, announce } from './announce-accounts.js';

/** The fields that a request names. */
export type SentFields = Partial<AccountFields>;

/** Creates, changes and deletes accounts; those of one entity one after another. Each throws 404 `ENTITY_NOT_FOUND`. */
@Injectable()
export class WriteAccounts {
  constructor(private readonly accounts: AccountStore) {}

  /** Throws 400 `VALIDATION_ERROR` and 409 `DUPLICATE_ACCOUNT`. */
  create(
    principal: Principal,
    entity: EntityRow,
    sent: SentFields & Pick<AccountFields, 'accountType' | 'currency'>,
  ): Promise<StoredAccount> {
    const fields: AccountFields = { ...newAccountFields, countryCode: entity.countryCode, ...sent };
    return this.write(principal, entity, (open) => {
      check(fields, sent);
      if (open.accounts.length >= limits.accountsPerEntity)
        throw invalid({ body: `an entity has at most ${limits.accountsPerEntity} accounts` });
      const now = new Date();
      const { organizationId, id: entityId } = entity;
      const kept = { legacyAccountType: null, createdAt: now, updatedAt: now, deletedAt: null };
      return { before: null, after: { ...fields, ...kept, organizationId, entityId, id: newId(now.getTime()) } };
    });
  }

  /** Throws 400 `VALIDATION_ERROR` and `NO_CHANGES`, 404 `ACCOUNT_NOT_FOUND` and 409 `DUPLICATE_ACCOUNT`. */
  change(principal: Principal, entity: EntityRow, id: string, sent: SentFields): Promise<StoredAccount> {
    return this.write(principal, entity, (open) => {
      const before = named(open, id);
      const after = { ...before, ...sent, updatedAt: new Date() };
      check(after, sent);
      const names = Object.keys(sent) as (keyof AccountFields)[];
      if (names.every((name) => isSame(name, before[name], after[name])))
        throw new ApiError('NO_CHANGES', 'Every value sent is the stored one');
      return { before, after };
    });
  }

  /** No other account becomes primary in its place. Throws 404 `ACCOUNT_NOT_FOUND`. */
  remove(principal: Principal, entity: EntityRow, id: string): Promise<StoredAccount> {
    return this.write(principal, entity, (open) => {
      const before = named(open, id);
      const now = new Date();
      return { before, after: { ...before, updatedAt: now, deletedAt: now } };
    });
  }

  private async write(
    principal: Principal,
    entity: EntityRow,
    decide: (open: OpenAccounts) => AccountWrite,
  ): Promise<StoredAccount> {
    const written = await this.accounts.change(entity.organizationId, entity.id, async (open) => {
      const write = decide(open);
      const { before, after } = write;
      if (after.deletedAt === null) refuseDuplicate(open, after);
      // The flag is taken from the others first: at no moment are there two.
      const others = after.deletedAt === null ? withoutFlag(open, after) : [];
      for (const other of others) await open.update(other.after);
      await (before === null ? open.insert(after) : open.update(after));
      await announce(open.client, principal, entity, [write, ...others]);
      return after;
    });
    if (!written) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
    return written;
  }
}

function check(fields: AccountFields, sent: SentFields): void {
  const problems = accountProblems(fields, new Set(Object.keys(sent)));
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function named({ accounts }: OpenAccounts, id: string): StoredAccount {
  const account = accounts.find((each) => each.id === id.toLowerCase());
  if (!account) throw new ApiError('ACCOUNT_NOT_FOUND', 'Account not found');
  return account;
}

function isSame(name: keyof AccountFields, before: unknown, after: unknown): boolean {
  if (name !== 'metadata') return isDeepStrictEqual(before, after);
  return isDeepStrictEqual(JSON.parse(before as string), JSON.parse(after as string));
}

function refuseDuplicate({ accounts }: OpenAccounts, account: StoredAccount): void {
  const own = identifiersOf(account);
  for (const other of accounts) {
    if (other.id === account.id) continue;
    const theirs = identifiersOf(other);
    const name = [...own.keys()].find((each) => own.get(each) === theirs.get(each));
    if (name === undefined) continue;
    const message = `account ${other.id} of the entity has this ${name}`;
    throw new ApiError('DUPLICATE_ACCOUNT', 'The entity has this account already', { [name]: message });
  }
}

/** What becomes of the accounts that were primary in the currency of one that is now. */
function withoutFlag({ accounts }: OpenAccounts, primary: StoredAccount): readonly AccountWrite[] {
  if (!primary.isPrimary) return [];
  return accounts
    .filter((each) => each.isPrimary && each.currency === primary.currency && each.id !== primary.id)
    .map((before) => ({ before, after: { ...before, isPrimary: false, updatedAt: primary.updatedAt } }));
}
