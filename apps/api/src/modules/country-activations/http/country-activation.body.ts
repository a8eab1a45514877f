import { EnumField, IgnoreUnknownFields } from '../../../platform/http/index.js';
import { type ActivationStatus, activationStatuses } from '../domain/country-activation.js';

/** `PATCH /entities/{id}/country-activations/{countryCode}`. */
@IgnoreUnknownFields()
export class CountryActivationBody {
  @EnumField(activationStatuses, 'CountryActivationStatus', { required: true })
  status!: ActivationStatus;
}
