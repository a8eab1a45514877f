/** Conclusion about an alert. */
export const alertResolutions = ['CONFIRMED_RISK', 'FALSE_POSITIVE', 'NOT_RELEVANT', 'DUPLICATE', 'OTHER'] as const;

export type AlertResolution = (typeof alertResolutions)[number];
