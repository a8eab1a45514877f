import { devicePlatforms, deviceTypes } from '@tamis/library';
import { IsIP } from 'class-validator';

import { BooleanField, EnumField, Field, TextField } from '../../../../platform/http/index.js';

const short = { max: 255 } as const;
/** The device that a payment came from; unknown fields are kept unchanged. */
export class DeviceDetailsBody {
  @Field({}, { type: String, description: 'IPv4 or IPv6' }, [IsIP()]) ipAddress?: string;
  @TextField(short) deviceId?: string;
  @TextField(short) deviceFingerprint?: string;
  @EnumField(deviceTypes, 'DeviceType') deviceType?: string;
  @EnumField(devicePlatforms, 'DevicePlatform') platform?: string;
  @TextField(short) osName?: string;
  @TextField(short) osVersion?: string;
  @TextField(short) manufacturer?: string;
  @TextField(short) model?: string;
  @TextField(short) browser?: string;
  @TextField(short) browserVersion?: string;
  @TextField({ max: 1_000 }) userAgent?: string;
  @TextField(short) timezone?: string;
  @TextField(short) language?: string;
  @BooleanField() isVpn?: boolean;
  @BooleanField() isEmulator?: boolean;
  @BooleanField() isTor?: boolean;
  @BooleanField() isProxy?: boolean;
  @BooleanField() isRooted?: boolean;
}
