const pad = (value: number): string => String(value).padStart(2, '0');

/** `HH:mm` of a clock whose UTC members are the local ones. */
export const clockText = (clock: Date): string => `${pad(clock.getUTCHours())}:${pad(clock.getUTCMinutes())}`;
