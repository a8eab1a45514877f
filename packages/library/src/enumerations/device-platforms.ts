/** Platform of a device, for transactions and events, and for the devices that are registered from them. */
export const devicePlatforms = ['web', 'ios', 'android', 'mobile_web', 'api', 'other'] as const;

export type DevicePlatform = (typeof devicePlatforms)[number];
