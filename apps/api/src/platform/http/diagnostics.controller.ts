import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { type DiagnosticCode, diagnosticCodes, shortenExample } from '@tamis/lang';

import { ApiErrors } from './errors/api-errors.js';
import { notFound } from './errors/api-error.js';
import { PublicRoute } from './public-route.js';

class DiagnosticExampleDto {
  @ApiProperty({ description: 'Text of a rule that gives the diagnostic; … where more of the same is left out' })
  wrong!: string;
  @ApiProperty({ description: 'The same, corrected' }) right!: string;
}

class DiagnosticCodeDto {
  @ApiProperty({ example: 'E0201' }) code!: string;
  @ApiProperty({ enum: ['error', 'warning', 'info'], enumName: 'DiagnosticCodeSeverity' }) severity!: string;
  @ApiProperty() title!: string;
  @ApiPropertyOptional({ description: 'Why it is a problem' }) description?: string;
  @ApiProperty() example!: DiagnosticExampleDto;

  static from(told: DiagnosticCode): DiagnosticCodeDto {
    const { code, severity, title, reason } = told;
    const example = shortenExample(told);
    return { code, severity, title, ...(reason !== undefined && { description: reason }), example };
  }
}

class DiagnosticCodeListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DiagnosticCodeDto] }) diagnostics!: readonly DiagnosticCodeDto[];
}

class DiagnosticCodeResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() diagnostic!: DiagnosticCodeDto;
}

/** Diagnostics for the text of a rule. */
@ApiTags('errors')
@Controller('errors/diagnostics')
export class DiagnosticsController {
  @Get()
  @ApiOperation({ summary: 'List all diagnostic codes of rules' })
  @PublicRoute()
  @ApiOkResponse({ type: DiagnosticCodeListDto })
  list(): DiagnosticCodeListDto {
    return { success: true, diagnostics: diagnosticCodes.map((each) => DiagnosticCodeDto.from(each)) };
  }

  @Get(':code')
  @ApiOperation({ summary: 'Read the explanation of a diagnostic code' })
  @PublicRoute()
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: DiagnosticCodeResponseDto })
  get(@Param('code') code: string): DiagnosticCodeResponseDto {
    const found = diagnosticCodes.find((each) => each.code === code);
    if (!found) throw notFound('Diagnostic code');
    return { success: true, diagnostic: DiagnosticCodeDto.from(found) };
  }
}
