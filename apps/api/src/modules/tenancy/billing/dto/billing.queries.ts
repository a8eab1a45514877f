import {
  EnumField,
  InstantField,
  QueryEnumList,
  TextField,
  UuidField,
  withPagination,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type EntryKind, entryKinds } from '../domain/ledger-entry.js';
import { type TopUpStatus, topUpStatuses } from '../domain/top-up.js';
import { type UsageGroup, usageGroups } from '../persistence/billing-store.js';

class LedgerFilters {
  @QueryEnumList(entryKinds, 'LedgerEntryType') type?: EntryKind[];
  @InstantField({ description: 'inclusive' }) from?: string;
  @InstantField({ description: 'inclusive' }) to?: string;
  @UuidField() entityId?: string;
  @TextField({ min: 1, max: limits.integrationCodeCharacters, example: 'br_cnpj_basic_data' }) integrationCode?: string;
}

/** Query of `GET /billing/ledger`. */
export class LedgerQuery extends withPagination(LedgerFilters) {}

class TopUpFilters {
  @EnumField(topUpStatuses, 'TopUpStatus') status?: TopUpStatus;
}

/** Query of `GET /billing/top-ups`. */
export class TopUpsQuery extends withPagination(TopUpFilters) {}

/** Query of `GET /billing/usage`. */
export class UsageQuery {
  @EnumField(usageGroups, 'UsageGroup') groupBy: UsageGroup = 'integration';
  @InstantField({ description: 'inclusive; default: 30 days before `to`' }) from?: string;
  @InstantField({ description: 'exclusive; default: now' }) to?: string;
}
