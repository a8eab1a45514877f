/** A device of one entity. Two entities that use the same device have a record each, with the same `deviceId`. */
export interface Device {
  readonly id: string;
  /** The id that the caller assigned to the device. */
  readonly deviceId: string;
  readonly externalId: string | null;
  readonly entityId: string;
  readonly entityExternalId: string | null;
  readonly entityTaxId: string | null;
  readonly deviceName: string | null;
  readonly platform: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly brand: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  readonly browser: string | null;
  readonly browserVersion: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly country: string | null;
  readonly countryCode: string | null;
  /** The latest known address. */
  readonly ipAddress: string | null;
  /** `null`, here and for `isRooted`, means unknown. */
  readonly isEmulator: boolean | null;
  readonly isRooted: boolean | null;
  readonly isBlocked: boolean;
  readonly isTrusted: boolean;
  /** The JSON text of an object, verbatim. */
  readonly metadata: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The facts that one sighting can report about a device; absent and `null` fields report nothing, and leave known values unchanged. */
export type DeviceFacts = {
  readonly [
    K in keyof Omit<
      Device,
      | 'id'
      | 'deviceId'
      | 'entityId'
      | 'entityExternalId'
      | 'entityTaxId'
      | 'firstSeenAt'
      | 'lastSeenAt'
      | 'createdAt'
      | 'updatedAt'
    >
  ]?: Device[K] | null;
};

/** A sighting of a device with an entity. */
export interface Sighting {
  readonly organizationId: string;
  readonly entityId: string;
  readonly deviceId: string;
  /** The time of the sighting: a later sighting takes precedence over one that only arrives later. */
  readonly at: Date;
  /** Whether the device was seen with a user event; such sightings are counted. */
  readonly isEvent: boolean;
  readonly facts: DeviceFacts;
  /** The known facts about the address `facts.ipAddress`. */
  readonly address: AddressFacts;
}

export interface AddressFacts {
  readonly isVpn?: boolean | null;
  readonly isProxy?: boolean | null;
  readonly isTor?: boolean | null;
}
