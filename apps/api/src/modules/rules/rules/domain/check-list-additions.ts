import type { Diagnostic, RuleJson } from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import { withFrames } from './diagnostic-frames.js';

interface CheckedForm {
  readonly text: { readonly source: string; readonly form: RuleJson };
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Other errors of meaning may be stored in a rule that does not run, since a field or a list may come to be. That rules on user
 * events add to no list stays so. Throws 422 `INVALID_ACTIONS`.
 */
export function checkListAdditions<T extends CheckedForm>(checked: T): T {
  const { form, source } = checked.text;
  const additions = (form.targetEntityTypes ?? []).includes('user_event')
    ? form.actions.flatMap(({ type }, index) => (type === 'addFieldToCustomList' ? [`actions[${index}]`] : []))
    : [];
  if (additions.length === 0) return checked;
  const message = 'a rule on user events adds to no list';
  throw new ApiError(
    'INVALID_ACTIONS',
    'Rules on user events cannot add to lists',
    Object.fromEntries(additions.map((path) => [path, message])),
    { diagnostics: withFrames(checked.diagnostics, source, form.key) },
  );
}
