const dayMs = 86_400_000;

/** The numbers that the signals of a device are decided by. */
export const signalThresholds = {
  /** Milliseconds after its first sighting in which a device is new. */
  newDeviceMs: 7 * dayMs,
  /** Milliseconds back from now in which an address says something of a device. */
  addressMs: 30 * dayMs,
  /** Entities on one device, that of the context included, from which on they are many. */
  manyAccounts: 4,
  /** Milliseconds back from now in which journeys are looked at. */
  travelMs: 30 * dayMs,
  /** Kilometres an hour that no airliner flies. */
  travelKmPerHour: 1_000,
  /** Kilometres that two places must be apart: places told by addresses are off by some hundred. */
  travelKm: 500,
  /** Milliseconds in which nobody is in two countries, where the places are not known any closer. */
  countryTravelMs: 3_600_000,
} as const;

/** What the signals of one device are decided by. */
export interface SignalFacts {
  readonly now: Date;
  readonly firstSeenAt: Date;
  readonly isEmulator: boolean | null;
  readonly isRooted: boolean | null;
  readonly countryCode: string | null;
  readonly entityCountryCode: string | null;
  /** Other entities with this `deviceId`, counted up to `manyAccounts` at least. */
  readonly otherEntities: number;
  /** Of the addresses of the last 30 days. */
  readonly isAddressShared: boolean;
  readonly isVpn: boolean;
  readonly isTor: boolean;
  /** Whether one end of a journey that is too fast. */
  readonly hasImpossibleTravel: boolean;
}

interface Signal {
  readonly code: string;
  /** When a device has it. */
  readonly meaning: string;
  readonly holds: (facts: SignalFacts) => boolean;
}

/** Every signal, in the order they are answered. */
const signals = [
  {
    code: 'SHARED_DEVICE',
    meaning: 'another entity of the organization uses a device with the same `deviceId`',
    holds: ({ otherEntities }) => otherEntities > 0,
  },
  {
    code: 'SHARED_IP',
    meaning: 'an address of the device and one of another entity are the same, both used in the last 30 days',
    holds: ({ isAddressShared }) => isAddressShared,
  },
  { code: 'EMULATOR', meaning: 'it was last said to be an emulator', holds: ({ isEmulator }) => isEmulator === true },
  {
    code: 'ROOTED',
    meaning: 'it was last said to be rooted or jail-broken',
    holds: ({ isRooted }) => isRooted === true,
  },
  {
    code: 'VPN',
    meaning: 'an address it used in the last 30 days was said to be of a VPN',
    holds: ({ isVpn }) => isVpn,
  },
  {
    code: 'TOR',
    meaning: 'an address it used in the last 30 days was said to be of the Tor network',
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
      'of two events of the entity that follow each other, one with this device, in the last 30 days and among its newest 500: places ' +
      'of 500 km and more apart, reached at 1,000 km/h and more; or, where no places are known, two countries within the hour',
    holds: ({ hasImpossibleTravel }) => hasImpossibleTravel,
  },
  {
    code: 'MANY_ACCOUNTS_ON_DEVICE',
    meaning: 'four entities and more use a device with the same `deviceId`',
    holds: ({ otherEntities }) => otherEntities + 1 >= signalThresholds.manyAccounts,
  },
  {
    code: 'COUNTRY_MISMATCH',
    meaning: 'the country of the device is known and is not that of the entity',
    holds: ({ countryCode, entityCountryCode }) =>
      countryCode !== null && entityCountryCode !== null && countryCode !== entityCountryCode,
  },
] as const satisfies readonly Signal[];

export type RiskSignal = (typeof signals)[number]['code'];

export const riskSignals: readonly RiskSignal[] = signals.map(({ code }) => code);

/** The table above in words, for the description of the API. */
export const riskSignalTexts = signals.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('; ');

export const signalsOf = (facts: SignalFacts): readonly RiskSignal[] =>
  signals.filter(({ holds }) => holds(facts)).map(({ code }) => code);
