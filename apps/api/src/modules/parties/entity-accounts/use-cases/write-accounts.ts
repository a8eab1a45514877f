import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../platform/auth/index.js';
import { keepAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid, isSameJson, RawJson } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { maskAccountNumber } from '../../../../platform/secrets/index.js';
import { type EntityRow, toEntityRecord } from '../../entities/index.js';
import { identifiersOf } from '../domain/account-identifiers.js';
import { accountProblems } from '../domain/account-problems.js';
import {
  type AccountFields,
  type EntityAccount,
  type NewAccount,
  newAccountFields,
  type RequestedAccountFields,
} from '../domain/entity-account.js';
import type { StoredAccount } from '../domain/stored-account.js';
import { AccountRepository, type LockedAccounts } from '../persistence/account-repository.js';
import {
  type AuditEntry,
  byPrincipal,
  diffChanges,
  creationChanges,
  recordAudit,
} from '../../../../platform/audit/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { accountView } from '../domain/account-view.js';

/** An account before and after a request. `before` is `null` for a new account; a deleted one has `deletedAt` in `after`. */
interface AccountWrite {
  readonly before: StoredAccount | null;
  readonly after: StoredAccount;
}

/** Reports changes to accounts of an entity to receivers and the timeline. These must be the last statements of the transaction. */
async function announceAccounts(
  client: Transaction,
  principal: Principal,
  entity: EntityRow,
  writes: readonly AccountWrite[],
): Promise<void> {
  const { type, id, name } = principal.actor;
  const masked = (account: StoredAccount): EntityAccount<RawJson> =>
    accountView(account, { inFull: false, read: (json) => new RawJson(json) });
  const payload = {
    entity: toEntityRecord(entity, (json) => new RawJson(json)),
    changes: {
      accounts: {
        previous: writes.flatMap(({ before }) => (before ? [masked(before)] : [])),
        current: writes.flatMap(({ after }) => (after.deletedAt === null ? [masked(after)] : [])),
      },
    },
    updatedBy: { type, id, name },
  };
  await writeEvents(client, [{ organizationId: entity.organizationId, event: 'entity.updated', payload }]);
  await recordAudit(client, byPrincipal(principal), writes.map(entryOf));
}

function entryOf({ before, after }: AccountWrite): AuditEntry {
  const what = before === null ? 'created' : after.deletedAt === null ? 'updated' : 'deleted';
  const shown = (account: StoredAccount): EntityAccount<unknown> =>
    accountView(account, { inFull: true, read: (json) => JSON.parse(json) as unknown });
  const current = shown(after);
  const {
    id: _,
    entityId: _entity,
    organizationId: _organization,
    createdAt: _created,
    updatedAt,
    ...fields
  } = current;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return {
    event: `entity_account_${what}`,
    resourceType: 'entity',
    resourceId: after.entityId,
    summary: `${after.accountType} account in ${after.currency} ${what}`,
    changes: before === null ? creationChanges(fields) : diffChanges(shown(before), current, names),
    relatedIds: { accountId: after.id },
  };
}

/** Throws 400 for an account that is invalid for any entity. */
export const checkNewAccount = (sent: NewAccount): void => checkFields({ ...newAccountFields, ...sent }, sent);

/**
 * Creates, changes and deletes accounts; operations on the accounts of one entity are executed one after another. Each throws 404
 * `ENTITY_NOT_FOUND`.
 */
@Injectable()
export class WriteAccounts {
  constructor(private readonly accounts: AccountRepository) {}

  /** Throws 400 `VALIDATION_ERROR` and 409 `DUPLICATE_ACCOUNT`. */
  create(principal: Principal, entity: EntityRow, sent: NewAccount): Promise<StoredAccount> {
    return this.write(principal, entity, (open) => {
      const fields: AccountFields = { ...newAccountFields, countryCode: open.entity.countryCode, ...sent };
      checkFields(fields, sent);
      if (open.accounts.length >= limits.accountsPerEntity)
        throw invalid({ body: `an entity has at most ${limits.accountsPerEntity} accounts` });
      const now = new Date();
      const { organizationId, id: entityId } = entity;
      const kept = { legacyAccountType: null, createdAt: now, updatedAt: now, deletedAt: null };
      return { before: null, after: { ...fields, ...kept, organizationId, entityId, id: newId(now.getTime()) } };
    });
  }

  /** Throws 400 `VALIDATION_ERROR` and `NO_CHANGES`, 404 `ACCOUNT_NOT_FOUND` and 409 `DUPLICATE_ACCOUNT`. */
  change(principal: Principal, entity: EntityRow, id: string, sent: RequestedAccountFields): Promise<StoredAccount> {
    return this.write(principal, entity, (open) => {
      const before = requireAccount(open, id);
      const after = { ...before, ...sent, ...unmasked(before, sent), updatedAt: new Date() };
      checkFields(after, sent);
      const names = Object.keys(sent) as (keyof AccountFields)[];
      if (names.every((name) => isSame(name, before[name], after[name])))
        throw new ApiError('NO_CHANGES', 'Every value sent equals the stored one');
      return { before, after };
    });
  }

  /** No other account becomes primary instead. Throws 404 `ACCOUNT_NOT_FOUND`. */
  remove(principal: Principal, entity: EntityRow, id: string): Promise<StoredAccount> {
    return this.write(principal, entity, (open) => {
      const before = requireAccount(open, id);
      const now = new Date();
      return { before, after: { ...before, updatedAt: now, deletedAt: now } };
    });
  }

  private async write(
    principal: Principal,
    { organizationId, id }: EntityRow,
    decide: (open: LockedAccounts) => AccountWrite,
  ): Promise<StoredAccount> {
    const written = await this.accounts.withLockedAccounts(organizationId, id, async (open) => {
      const write = decide(open);
      const { before, after } = write;
      if (after.deletedAt === null) assertNotDuplicate(open, after);
      // The flag is removed from the others first, so that there are never two primary accounts.
      const others = after.deletedAt === null ? demotedPrimaries(open, after) : [];
      for (const other of others) await open.update(other.after);
      await (before === null ? open.insert(after) : open.update(after));
      await announceAccounts(open.client, principal, open.entity, [write, ...others]);
      return after;
    });
    if (!written) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
    return written;
  }
}

function checkFields(fields: AccountFields, sent: RequestedAccountFields): void {
  const problems = accountProblems(fields, new Set(Object.keys(sent)));
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function requireAccount({ accounts }: LockedAccounts, id: string): StoredAccount {
  const account = accounts.find((each) => each.id === id);
  if (!account) throw new ApiError('ACCOUNT_NOT_FOUND', 'Account not found');
  return account;
}

/** If the masked form of a stored number is sent back, it stands for the stored number. */
function unmasked(
  { accountNumber, metadata }: StoredAccount,
  sent: RequestedAccountFields,
): Pick<RequestedAccountFields, 'accountNumber' | 'metadata'> {
  const isSentBack = accountNumber !== null && sent.accountNumber === maskAccountNumber(accountNumber);
  return {
    ...(isSentBack && { accountNumber }),
    ...(sent.metadata !== undefined && { metadata: keepAccountNumbers(sent.metadata, metadata) }),
  };
}

function isSame(name: keyof AccountFields, before: unknown, after: unknown): boolean {
  if (name !== 'metadata') return isDeepStrictEqual(before, after);
  return isSameJson(before as string, after as string);
}

function assertNotDuplicate({ accounts }: LockedAccounts, account: StoredAccount): void {
  const own = identifiersOf(account);
  for (const other of accounts) {
    if (other.id === account.id) continue;
    const theirs = identifiersOf(other);
    const name = [...own.keys()].find((each) => own.get(each) === theirs.get(each));
    if (name === undefined) continue;
    const message = `account ${other.id} of the entity already has this ${name}`;
    throw new ApiError('DUPLICATE_ACCOUNT', 'The entity already has this account', { [name]: message });
  }
}

/** Returns the writes that remove the flag from the other primary accounts in the currency of the new primary account. */
function demotedPrimaries({ accounts }: LockedAccounts, primary: StoredAccount): readonly AccountWrite[] {
  if (!primary.isPrimary) return [];
  return accounts
    .filter((each) => each.isPrimary && each.currency === primary.currency && each.id !== primary.id)
    .map((before) => ({ before, after: { ...before, isPrimary: false, updatedAt: primary.updatedAt } }));
}
