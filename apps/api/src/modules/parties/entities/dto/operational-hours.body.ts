import { EnumField, TextField, TimeZoneField, NestedArrayField } from '../../../../platform/http/index.js';
import { weekdays } from '../domain/entity-enumerations.js';

const clock = {
  required: true,
  max: 5,
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
  patternMessage: '$property must be HH:mm',
};

export class OpenSlotBody {
  @EnumField(weekdays, 'Weekday', { required: true }) day!: (typeof weekdays)[number];
  @TextField(clock) open!: string;
  @TextField({ ...clock, description: 'not after `open`: the slot extends past midnight' }) close!: string;
}

/** Operational hours of an entity; a day without a slot is closed. */
export class OperationalHoursBody {
  @TimeZoneField({ required: true, example: 'America/Sao_Paulo' })
  timezone!: string;

  @NestedArrayField(() => OpenSlotBody, { required: true, max: 70 })
  weekly!: OpenSlotBody[];
}
