/** A device of one entity. Two entities that use the same device have a record each, with the same `deviceId`. */
export interface Device {
  readonly id: string;
  /** The caller's id of the device. */
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
  /** The latest one. */
  readonly ipAddress: string | null;
  /** Null, as of the next: nobody has said. */
  readonly isEmulator: boolean | null;
  readonly isRooted: boolean | null;
  readonly isBlocked: boolean;
  readonly isTrusted: boolean;
  /** JSON text of an object, verbatim. */
  readonly metadata: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What can be told of a device with one sighting; absent and null say nothing, and leave what is known. */
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

/** A device was seen with an entity. */
export interface Sighting {
  readonly organizationId: string;
  readonly entityId: string;
  readonly deviceId: string;
  /** When: what is seen later counts more than what arrives later. */
  readonly at: Date;
  /** Whether a user event is what it was seen with; they are counted. */
  readonly isEvent: boolean;
  readonly facts: DeviceFacts;
  /** What is known of the address `facts.ipAddress`. */
  readonly address: AddressFacts;
}

export interface AddressFacts {
  readonly isVpn?: boolean | null;
  readonly isProxy?: boolean | null;
  readonly isTor?: boolean | null;
}
