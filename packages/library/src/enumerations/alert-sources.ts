/** Origin of an alert. */
export const alertSources = ['rules_engine', 'risk_matrix', 'monitoring', 'automation', 'manual', 'api'] as const;

export type AlertSource = (typeof alertSources)[number];
