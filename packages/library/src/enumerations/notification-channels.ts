/** Where a notification goes. */
export const notificationChannels = ['email', 'in_app'] as const;

export type NotificationChannel = (typeof notificationChannels)[number];
