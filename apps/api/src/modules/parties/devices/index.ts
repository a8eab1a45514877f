export { deviceView } from './domain/device-view.js';
export type { Device, Sighting } from './domain/device.js';
export { DeviceDetailsBody } from './dto/device-details.body.js';
export { findDevice } from './persistence/device-repository.js';
export { findSharedDevices } from './persistence/shared-devices.js';
export { recordSighting, toTransientDevice } from './persistence/record-sighting.js';
