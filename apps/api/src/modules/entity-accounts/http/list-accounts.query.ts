import { QueryBoolean, QueryEnumList, TextField } from '../../../platform/http/index.js';
import { type AccountStatus, accountStatuses, type AccountType, accountTypes } from '../domain/account-enumerations.js';

/** Filters of `GET …/accounts`; all of them must hold. */
export class ListAccountsQuery {
  @TextField({ min: 3, max: 3, description: 'ISO 4217, in either case' }) currency?: string;
  @QueryEnumList(accountStatuses, 'AccountStatus') status?: AccountStatus[];
  @QueryEnumList(accountTypes, 'AccountType') accountType?: AccountType[];
  @QueryBoolean({ description: 'default false' }) includeDeleted?: boolean;
}
