import { absenceLint, type AbsenceLint } from '@tamis/lang';

import { absentCall, absentField } from '../domain/absences.js';
import { recordTables } from './facts-query.js';
import { isLinkable } from './link-sql.js';

const isSource = (records: string): records is keyof typeof recordTables => Object.hasOwn(recordTables, records);

/** What the checker says of rules that name what no run is given. */
export const absences: AbsenceLint = absenceLint({
  field: absentField,
  call: absentCall,
  key: (recordPath, type, records) =>
    isSource(records) && !isLinkable(recordTables[records], { recordPath, type })
      ? 'write a key that is an id, a code or a number, or count with `where` over a window of an entity'
      : null,
});
