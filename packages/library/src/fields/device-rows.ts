import { devicePlatforms } from '../enumerations/device-platforms.js';
import { deviceTypes } from '../enumerations/device-types.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** Hardware and software of a device. */
const machineRows: readonly FieldRow[] = [
  row('platform', enumType('platform', devicePlatforms), 'what the device ran'),
  row('osName', types.name, 'operating system'),
  row('osVersion', types.code, 'its version'),
  row('manufacturer', types.name, 'maker of the device'),
  row('model', types.name, 'model of the device'),
  row('browser', types.name, 'browser'),
  row('browserVersion', types.code, 'its version'),
];

/** Data sent about a device, below `deviceDetails`. */
export const deviceDetailRows: readonly FieldRow[] = [
  row('ipAddress', types.ip, 'address of the device'),
  row('deviceId', types.code, 'id of the device'),
  row('deviceFingerprint', types.code, 'fingerprint of the device'),
  row('deviceType', enumType('device type', deviceTypes), 'kind of device'),
  ...machineRows,
  row('userAgent', types.code, 'user agent'),
  row('timezone', types.code, 'IANA time zone'),
  row('language', types.name, 'language'),
  row('isVpn', types.bool, 'address of a VPN'),
  row('isTor', types.bool, 'address of the Tor network'),
  row('isProxy', types.bool, 'address of a proxy'),
  row('isRooted', types.bool, 'rooted or jail-broken'),
  row('isEmulator', types.bool, 'an emulator'),
];

/** A registered device, below `device`. */
export const deviceRows: readonly FieldRow[] = [
  row('id', types.code, 'internal id'),
  row('deviceId', types.code, 'id of the device'),
  row('externalId', types.code, 'the caller’s own identifier'),
  row('deviceName', types.name, 'name of the device'),
  ...machineRows,
  row('brand', types.name, 'brand of the device'),
  row('latitude', types.number, 'latitude, degrees'),
  row('longitude', types.number, 'longitude, degrees'),
  row('city', types.name, 'city'),
  row('region', types.name, 'region'),
  row('countryCode', types.country, 'country'),
  row('ipAddress', types.ip, 'latest address'),
  row('isEmulator', types.bool, 'an emulator'),
  row('isRooted', types.bool, 'rooted or jail-broken'),
  row('isBlocked', types.bool, 'was blocked'),
  row('isTrusted', types.bool, 'was marked as trusted'),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
  row('firstSeenAt', types.datetime, 'first event with the device'),
  row('lastSeenAt', types.datetime, 'latest event with the device'),
];
