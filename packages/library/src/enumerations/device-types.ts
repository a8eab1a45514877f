/** Kinds of device. */
export const deviceTypes = ['mobile', 'desktop', 'tablet', 'pos', 'atm'] as const;

export type DeviceType = (typeof deviceTypes)[number];
