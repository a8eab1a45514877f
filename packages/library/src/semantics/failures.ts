import { unknown, type Outcome } from '@tamis/lang';
import type { Numeric } from '@tamis/stdx';

export const typeMismatch = (detail: string): Outcome => unknown({ cause: 'type', detail });

/** Returns unknown (`overflow`) for a result beyond the exponent range. */
export const orOverflow = (result: Numeric | null): Outcome => result ?? unknown({ cause: 'overflow' });
