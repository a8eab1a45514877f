import { ApiProperty } from '@nestjs/swagger';

import { InboxAlertDto, severities, workStatuses } from '../../alerts/index.js';
import type { InboxStatusCount, InboxSummary } from '../domain/inbox-summary.js';
import { InboxCaseDto } from './investigation.dto.js';

/** An object that has exactly these members. */
const each = (names: readonly string[], member: object): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, member])),
  required: [...names],
});

const statusCount = {
  type: 'object',
  properties: { count: { type: 'integer' }, byPriority: each(severities, { type: 'integer' }) },
  required: ['count', 'byPriority'],
};

class InboxSummaryDto implements InboxSummary {
  @ApiProperty() totalCases!: number;
  @ApiProperty() totalAlerts!: number;
  @ApiProperty({ ...each(workStatuses, statusCount), description: 'cases and alerts together' })
  byStatus!: Readonly<Record<(typeof workStatuses)[number], InboxStatusCount>>;
}

/** `GET /intelligence/inbox`. */
export class InboxDto {
  @ApiProperty({ description: 'Of all there is, or all that the assignee has: status and priority leave nothing out' })
  summary!: InboxSummaryDto;
  @ApiProperty({ type: [InboxCaseDto], description: 'The most urgent first, and of these the newest' })
  cases!: readonly InboxCaseDto[];
  @ApiProperty({ type: [InboxAlertDto], description: 'The most urgent first, and of these the newest' })
  alerts!: readonly InboxAlertDto[];
}
