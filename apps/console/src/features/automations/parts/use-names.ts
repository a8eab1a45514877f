import { useAdminText } from '../../../i18n/admin.js';

/** In words what the server names; a name that these texts do not know is shown as it is. */
export function useNames() {
  const text = useAdminText().automations;
  const actions: Readonly<Record<string, string | undefined>> = text.actionNames;
  const reasons: Readonly<Record<string, string | undefined>> = text.reasons;
  return {
    action: (type: string): string => actions[type] ?? type,
    reason: (name: string): string => reasons[name] ?? name,
  };
}
