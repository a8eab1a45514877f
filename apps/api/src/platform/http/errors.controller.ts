import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags, ApiOperation } from '@nestjs/swagger';

import { PublicRoute } from './public-route.js';
import { notFound } from './errors/api-error.js';
import { ApiErrors } from './errors/api-errors.js';
import { codesInOrder, ErrorCatalogue, type ErrorRecord } from './errors/error-catalogue.js';

class ErrorDto implements ErrorRecord {
  @ApiProperty({ enum: codesInOrder, enumName: 'ErrorCode' }) code!: ErrorRecord['code'];
  @ApiProperty({ type: 'integer', description: 'Usual HTTP status' }) http!: number;
  @ApiProperty() title!: string;
  @ApiProperty({ description: 'Meaning and what to do' }) description!: string;
  @ApiProperty({ type: [String], description: 'Routes that return it' }) routes!: readonly string[];
}

class ErrorListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ErrorDto] }) errors!: readonly ErrorDto[];
}

class ErrorAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: ErrorDto }) error!: ErrorDto;
}

@ApiTags('errors')
@Controller('errors')
export class ErrorsController {
  constructor(private readonly catalogue: ErrorCatalogue) {}

  /** Returns every error code of the API. */
  @Get()
  @ApiOperation({ summary: 'List all error codes' })
  @PublicRoute()
  @ApiOkResponse({ type: ErrorListDto })
  list(): ErrorListDto {
    return { success: true, errors: [...this.catalogue.all().values()] };
  }

  /** Returns the page to which `type` of an error points. */
  @Get(':code')
  @ApiOperation({ summary: 'Read the explanation of an error code' })
  @PublicRoute()
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: ErrorAnswerDto })
  get(@Param('code') code: string): ErrorAnswerDto {
    const error = this.catalogue.all().get(code);
    if (!error) throw notFound('Error code');
    return { success: true, error };
  }
}
