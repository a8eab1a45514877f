export {
  type EntityAccountStatus as AccountStatus,
  entityAccountStatuses as accountStatuses,
  type EntityAccountType as AccountType,
  entityAccountTypes as accountTypes,
  type PixKeyType,
  pixKeyTypes,
} from '@tamis/library';
