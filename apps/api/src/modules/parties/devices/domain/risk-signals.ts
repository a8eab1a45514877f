const dayMs = 86_400_000;

/** The thresholds that determine the signals of a device. */
export const signalThresholds = {
  /** The time in milliseconds after its first sighting during which a device is new. */
  newDeviceMs: 7 * dayMs,
  /** The age in milliseconds up to which an address counts for the signals of a device. */
  addressMs: 30 * dayMs,
  /** The number of entities on one device, including that of the context, from which they count as many. */
  manyAccounts: 4,
  /** The age in milliseconds up to which journeys are checked. */
  travelMs: 30 * dayMs,
  /** A speed in kilometres per hour that no airliner reaches. */
  travelKmPerHour: 1_000,
  /**
   * The minimum distance in kilometres between two locations, because locations derived from addresses are inaccurate by a few hundred
   * kilometres.
   */
  travelKm: 500,
  /** The time in milliseconds within which nobody can be in two countries, if the locations are not known more precisely. */
  countryTravelMs: 3_600_000,
} as const;

/** The facts that determine the signals of one device. */
export interface SignalFacts {
  readonly now: Date;
  readonly firstSeenAt: Date;
  readonly isEmulator: boolean | null;
  readonly isRooted: boolean | null;
  readonly countryCode: string | null;
  readonly entityCountryCode: string | null;
  /** The number of other entities with this `deviceId`, counted at least up to `manyAccounts`. */
  readonly otherEntities: number;
  /** Based on the addresses of the last 30 days. */
  readonly isAddressShared: boolean;
  readonly isVpn: boolean;
  readonly isTor: boolean;
  /** Whether the device is one end of a journey that is too fast. */
  readonly hasImpossibleTravel: boolean;
}

interface Signal {
  readonly code: string;
  /** The condition under which a device has the signal. */
  readonly meaning: string;
  readonly holds: (facts: SignalFacts) => boolean;
}

/** All signals, in the order in which they are returned. */
const signals = [
  {
    code: 'SHARED_DEVICE',
    meaning: 'another entity of the organization uses a device with the same `deviceId`',
    holds: ({ otherEntities }) => otherEntities > 0,
  },
  {
    code: 'SHARED_IP',
    meaning: 'the device and a device of another entity used the same address in the last 30 days',
    holds: ({ isAddressShared }) => isAddressShared,
  },
  { code: 'EMULATOR', meaning: 'it was last reported as an emulator', holds: ({ isEmulator }) => isEmulator === true },
  {
    code: 'ROOTED',
    meaning: 'it was last reported as rooted or jailbroken',
    holds: ({ isRooted }) => isRooted === true,
  },
  {
    code: 'VPN',
    meaning: 'an address it used in the last 30 days was reported as a VPN',
    holds: ({ isVpn }) => isVpn,
  },
  {
    code: 'TOR',
    meaning: 'an address it used in the last 30 days was reported as part of the Tor network',
    holds: ({ isTor }) => isTor,
  },
  {
    code: 'NEW_DEVICE',
    meaning: 'it was first seen less than 7 days ago',
    holds: ({ now, firstSeenAt }) => now.getTime() - firstSeenAt.getTime() < signalThresholds.newDeviceMs,
  },
  {
    code: 'IMPOSSIBLE_TRAVEL',
    meaning:
      'of two consecutive events of the entity, one with this device, in the last 30 days and among its newest 500: places ' +
      'of 500 km and more apart, reached at 1,000 km/h and more; or, where no places are known, two countries within the hour',
    holds: ({ hasImpossibleTravel }) => hasImpossibleTravel,
  },
  {
    code: 'MANY_ACCOUNTS_ON_DEVICE',
    meaning: 'four or more entities use a device with the same `deviceId`',
    holds: ({ otherEntities }) => otherEntities + 1 >= signalThresholds.manyAccounts,
  },
  {
    code: 'COUNTRY_MISMATCH',
    meaning: 'the country of the device is known and differs from that of the entity',
    holds: ({ countryCode, entityCountryCode }) =>
      countryCode !== null && entityCountryCode !== null && countryCode !== entityCountryCode,
  },
] as const satisfies readonly Signal[];

export type RiskSignal = (typeof signals)[number]['code'];

export const riskSignals: readonly RiskSignal[] = signals.map(({ code }) => code);

/** The table above in words, for the API description. */
export const riskSignalTexts = signals.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('; ');

export const signalsOf = (facts: SignalFacts): readonly RiskSignal[] =>
  signals.filter(({ holds }) => holds(facts)).map(({ code }) => code);
