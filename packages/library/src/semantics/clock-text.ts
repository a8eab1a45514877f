const pad = (value: number): string => String(value).padStart(2, '0');

/** Returns `HH:mm` of a clock whose UTC fields are the local ones. */
export const clockText = (clock: Date): string => `${pad(clock.getUTCHours())}:${pad(clock.getUTCMinutes())}`;
