/** What the device ran: of payments and events, and of the devices that are registered from what these tell. */
export const devicePlatforms = ['web', 'ios', 'android', 'mobile_web', 'api', 'other'] as const;

export type DevicePlatform = (typeof devicePlatforms)[number];
