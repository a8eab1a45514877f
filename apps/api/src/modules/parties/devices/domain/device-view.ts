import { RawJson } from '../../../../platform/http/index.js';
import type { Device } from './device.js';

/** A device as it is returned: the caller's own data is kept as it was sent. */
export type DeviceView = Omit<Device, 'metadata'> & { readonly metadata: object };

export const deviceView = (device: Device): DeviceView => ({ ...device, metadata: new RawJson(device.metadata) });
