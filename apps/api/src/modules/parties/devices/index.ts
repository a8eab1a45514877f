export { DevicesModule } from './devices.module.js';
export { deviceView } from './domain/device-view.js';
export type { AddressFacts, Device, DeviceFacts, Sighting } from './domain/device.js';
export { DeviceDetailsBody } from './dto/device-details.body.js';
export { findDevice } from './persistence/device-repository.js';
export { findSharedDevices, type SharedDevice } from './persistence/shared-devices.js';
export { recordSighting, type RecordedSighting, toTransientDevice } from './persistence/record-sighting.js';
