import type { components } from '@tamis/client';
import { useAdminText } from '../../../i18n/admin.js';

type Cause = Pick<components['schemas']['UnknownCauseDto'], 'cause' | 'path' | 'detail'>;

/** Why a value was unknown, in the reader's language, with the field. */
export function CauseText({ cause, path, detail }: Cause) {
  const { causes } = useAdminText().unknowns;
  return (
    <>
      {causes[cause]} {path !== undefined && <code>{path}</code>} {detail !== undefined && <span>({detail})</span>}
    </>
  );
}
