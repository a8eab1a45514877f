import { CountryField, NumberField, TextField } from '../../../platform/http/index.js';

/** Where a payment was made; further members are kept as they are. */
export class LocationDetailsBody {
  @CountryField() country?: string;
  @TextField({ max: 255 }) city?: string;
  @TextField({ max: 255 }) region?: string;
  @NumberField({ min: -90, max: 90 }) latitude?: number;
  @NumberField({ min: -180, max: 180 }) longitude?: number;
  @TextField({ max: 64 }) timezone?: string;
}
