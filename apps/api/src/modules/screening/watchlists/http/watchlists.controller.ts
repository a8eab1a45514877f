import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';

import { RequirePermission } from '../../../../platform/auth/index.js';
import { watchlistStates } from '../domain/watchlist-state.js';
import { type ListedWatchlist, ListWatchlists } from '../use-cases/list-watchlists.js';

const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;

class WatchlistSizesDto {
  @ApiProperty({ ...counts, description: 'Entries by type: person, company, vessel, aircraft, other' })
  schemas!: Readonly<Record<string, number>>;
  @ApiProperty({ ...counts, description: 'Entries by reason for listing; an entry can have several' })
  topics!: Readonly<Record<string, number>>;
}

class WatchlistDto {
  @ApiProperty({ example: 'un_sc' }) code!: string;
  @ApiProperty() name!: string;
  @ApiProperty() publisher!: string;
  @ApiProperty() licence!: string;
  @ApiProperty({
    enum: watchlistStates,
    enumName: 'WatchlistState',
    description: 'With `refused`, newer files were implausible, and the previous version is still used',
  })
  state!: string;
  @ApiProperty({ type: [String], description: 'Why newer files were refused' }) reasons!: readonly string[];
  @ApiProperty({ type: String, nullable: true, description: '`null` if nothing is loaded' }) version!: string | null;
  @ApiProperty({ type: 'integer' }) entries!: number;
  @ApiProperty({ type: String, format: 'date', nullable: true, description: 'The publication date stated by the list' })
  publishedOn!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) loadedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When its source was last checked for a newer version',
  })
  checkedAt!: string | null;
  @ApiProperty() sizes!: WatchlistSizesDto;

  static from({ source, state, reasons, current, counts: sizes }: ListedWatchlist): WatchlistDto {
    const { code, title: name, publisher, licence } = source;
    return {
      ...{ code, name, publisher, licence, state, reasons },
      version: current === null ? null : String(current.version),
      entries: current?.entries ?? 0,
      publishedOn: current?.publishedOn ?? null,
      loadedAt: current?.loadedAt.toISOString() ?? null,
      checkedAt: current?.checkedAt.toISOString() ?? null,
      sizes: { schemas: sizes.schemas, topics: sizes.topics },
    };
  }
}

class WatchlistListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [WatchlistDto] }) watchlists!: readonly WatchlistDto[];
  @ApiProperty({ type: 'integer' }) total!: number;
}

/** The public lists of the server, which are the same for every organization. */
@ApiTags('screening')
@Controller('watchlists')
export class WatchlistsController {
  constructor(private readonly watchlists: ListWatchlists) {}

  @Get()
  @ApiOperation({ summary: 'List the public lists that parties can be screened against' })
  @RequirePermission('integrations:read')
  @ApiOkResponse({ type: WatchlistListDto })
  async list(): Promise<WatchlistListDto> {
    const watchlists = (await this.watchlists.list()).map((each) => WatchlistDto.from(each));
    return { success: true, watchlists, total: watchlists.length };
  }
}
