import { useAdminText } from '../../../i18n/admin.js';

/** Returns texts for names of the server; a name without a text is shown unchanged. */
export function useNames() {
  const text = useAdminText().automations;
  const actions: Readonly<Record<string, string | undefined>> = text.actionNames;
  const reasons: Readonly<Record<string, string | undefined>> = text.reasons;
  return {
    action: (type: string): string => actions[type] ?? type,
    reason: (name: string): string => reasons[name] ?? name,
  };
}
