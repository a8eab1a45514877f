/** What the device ran. */
export const devicePlatforms = ['web', 'ios', 'android', 'mobile_web', 'api', 'other'] as const;

export type DevicePlatform = (typeof devicePlatforms)[number];
