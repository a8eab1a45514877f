export {
  dataListSources as listSources,
  dataListTypes as listTypes,
  type DataListSource as ListSource,
  type DataListType as ListType,
} from '@tamis/library';

export const listStatuses = ['active', 'inactive', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const itemSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type ItemSeverity = (typeof itemSeverities)[number];
