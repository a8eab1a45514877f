import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { Pagination } from '../../../platform/http/index.js';
import { type Delivery, type DeliveryAttempt, type DeliveryStatus, deliveryStatuses } from '../domain/delivery.js';

class DeliveryAttemptDto implements DeliveryAttempt {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({ type: Number, nullable: true, description: 'null: nobody answered' }) statusCode!: number | null;
  @ApiProperty() durationMs!: number;
  @ApiPropertyOptional({ description: 'why it was no success, where the status does not say it' }) error?: string;
}

export class DeliveryDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) webhookId!: string;
  @ApiProperty({ description: '`id` of what is sent, the same each time' }) eventId!: string;
  @ApiProperty({ example: 'alert.created' }) event!: string;
  @ApiProperty({ enum: deliveryStatuses, enumName: 'DeliveryStatus' }) status!: DeliveryStatus;
  @ApiProperty({ type: [DeliveryAttemptDto] }) attempts!: readonly DeliveryAttemptDto[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'null: there is none, or it is under way',
  })
  nextAttemptAt!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  static from({ nextAttemptAt, createdAt, ...delivery }: Delivery): DeliveryDto {
    return {
      ...delivery,
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    };
  }
}

export class DeliveryAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() delivery!: DeliveryDto;
}

export class DeliveryPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DeliveryDto] }) deliveries!: readonly DeliveryDto[];
  @ApiProperty() pagination!: Pagination;
}
