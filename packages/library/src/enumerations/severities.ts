/** Severities of alerts, weakest first. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

export type Severity = (typeof severities)[number];
