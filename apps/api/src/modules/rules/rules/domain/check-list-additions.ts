import type { Diagnostic, RuleJson } from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import { withFrames } from './diagnostic-frames.js';

interface CheckedForm {
  readonly text: { readonly source: string; readonly form: RuleJson };
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Most semantic errors are allowed in a rule that is not running, since a field or list may be created later. Rules on user events,
 * however, can never add to a list. Throws 422 `INVALID_ACTIONS`.
 */
export function checkListAdditions<T extends CheckedForm>(checked: T): T {
  const { form, source } = checked.text;
  const additions = (form.targetEntityTypes ?? []).includes('user_event')
    ? form.actions.flatMap(({ type }, index) => (type === 'addFieldToCustomList' ? [`actions[${index}]`] : []))
    : [];
  if (additions.length === 0) return checked;
  const message = 'a rule on user events cannot add to lists';
  throw new ApiError(
    'INVALID_ACTIONS',
    'Rules on user events cannot add to lists',
    Object.fromEntries(additions.map((path) => [path, message])),
    { diagnostics: withFrames(checked.diagnostics, source, form.key) },
  );
}
