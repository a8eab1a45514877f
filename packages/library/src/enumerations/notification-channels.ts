/** Channels of a notification. */
export const notificationChannels = ['email', 'in_app'] as const;

export type NotificationChannel = (typeof notificationChannels)[number];
