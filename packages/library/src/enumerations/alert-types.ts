/** Subject of an alert. */
export const alertTypes = ['COMPLIANCE', 'FRAUD', 'AML', 'KYC', 'KYB', 'TRANSACTION_MONITORING', 'CUSTOM'] as const;

export type AlertType = (typeof alertTypes)[number];
