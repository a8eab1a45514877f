import { Injectable } from '@nestjs/common';
import { foldText } from '@tamis/stdx';

import { hasPermission, type Permission, type Principal } from '../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { searchCases } from '../../casework/cases/index.js';
import { searchTransactions } from '../../events/transactions/index.js';
import { searchEntities } from '../../parties/entities/index.js';
import { searchRules } from '../../rules/rules/index.js';

export const foundKinds = ['transaction', 'entity', 'rule', 'case'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** A record found by a search, with the fields that distinguish it from others. */
export interface FoundRecord {
  readonly kind: FoundKind;
  readonly id: string;
  readonly title: string;
  readonly details: readonly string[];
  readonly status: string | null;
}

const permissionFor: Readonly<Record<FoundKind, Permission>> = {
  transaction: 'transactions:read',
  entity: 'entities:read',
  rule: 'rules:read',
  case: 'cases:read',
};

export interface FoundRecords {
  readonly results: readonly FoundRecord[];
  /** Record types that were not searched, because the caller may not read them. */
  readonly omitted: readonly { readonly kind: FoundKind; readonly permission: Permission }[];
}

/** Finds records of every type by what a person knows about them. */
@Injectable()
export class SearchRecords {
  constructor(private readonly database: TenantDatabase) {}

  /** Searches records of all kinds, or of `only` one, of which it then returns more. */
  async find({ organizationId, scopes }: Principal, text: string, only?: FoundKind): Promise<FoundRecords> {
    const client = this.database.forOrganization(organizationId);
    const asked = { organizationId, text, most: only === undefined ? limits.searchOfKind : limits.searchOfOneKind };
    const isAsked = (kind: FoundKind): boolean => only === undefined || only === kind;
    const isReadable = (kind: FoundKind): boolean => hasPermission(scopes, permissionFor[kind]);
    const isSearched = (kind: FoundKind): boolean => isAsked(kind) && isReadable(kind);
    // Cases are also found by their parties.
    const parties =
      isReadable('entity') && (isAsked('entity') || isAsked('case')) ? await findParties(client, asked) : [];
    const [payments, rules, cases] = await Promise.all([
      isSearched('transaction') ? findTransactions(client, asked) : [],
      isSearched('rule') ? findRules(client, asked) : [],
      isSearched('case') ? findCases(client, asked, parties) : [],
    ]);
    return {
      results: [...payments, ...(isAsked('entity') ? parties : []), ...rules, ...cases],
      omitted: foundKinds
        .filter((kind) => isAsked(kind) && !isReadable(kind))
        .map((kind) => ({ kind, permission: permissionFor[kind] })),
    };
  }
}

interface Asked {
  readonly organizationId: string;
  readonly text: string;
  readonly most: number;
}

const textsOf = (...texts: readonly (string | null)[]): readonly string[] => texts.filter((text) => text !== null);

type Found = Promise<readonly FoundRecord[]>;

async function findParties(client: Queryable, { organizationId, text, most }: Asked): Found {
  const rows = await searchEntities(client, organizationId, text, most);
  return rows.map(({ id, name, externalId, taxId, countryCode, status }) => {
    return { kind: 'entity', id, title: name, details: textsOf(externalId, taxId, countryCode), status };
  });
}

async function findTransactions(client: Queryable, { organizationId, text, most }: Asked): Found {
  const rows = await searchTransactions(client, organizationId, text, most);
  return rows.map(({ id, externalId, amount, currency, transactedAt, decision }) => {
    const details = [`${amount} ${currency}`, transactedAt.toISOString()];
    return { kind: 'transaction', id, title: externalId, details, status: decision };
  });
}

async function findRules(client: Queryable, { organizationId, text, most }: Asked): Found {
  const rows = await searchRules(client, organizationId, { text, folded: foldText(text), most });
  return rows.map(({ id, key, name, status }) => ({ kind: 'rule', id, title: key, details: [name], status }));
}

async function findCases(
  client: Queryable,
  { organizationId, text, most }: Asked,
  parties: readonly FoundRecord[],
): Found {
  const asked = { text, folded: foldText(text), entityIds: parties.map(({ id }) => id), most };
  const rows = await searchCases(client, organizationId, asked);
  return rows.map(({ id, number, name, status }) => ({ kind: 'case', id, title: number, details: [name], status }));
}
