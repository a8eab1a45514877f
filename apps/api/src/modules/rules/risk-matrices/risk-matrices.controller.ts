import { Body, Controller, Delete, Get, Patch, Put, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiTags,
  ApiOperation,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample, exampleId, Query } from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import type { MatrixDefaults, RiskMatrix } from '../../decisions/rule-sets/index.js';
import { PendingChangeDto, shownOrPending } from '../rules/index.js';
import { riskMatrixView } from './risk-matrix-view.js';
import { DefaultMatrices } from './matrix-defaults.js';
import { ReadRiskMatrices } from './read-risk-matrices.js';
import { WriteRiskMatrix } from './write-risk-matrix.js';
import {
  ArchiveRiskMatrixQuery,
  ListRiskMatricesQuery,
  ChangeRiskMatrixBody,
  CreateRiskMatrixBody,
  MatrixDefaultsBody,
  MatrixRulesBody,
} from './risk-matrix.bodies.js';

import {
  ArchivedRiskMatrixDto,
  CreatedRiskMatrixDto,
  MatrixDefaultsAnswerDto,
  RiskMatrixAnswerDto,
  RiskMatrixListDto,
  RiskMatrixWithRulesDto,
} from './risk-matrix.dto.js';

/** Bodies of `POST /risk-matrices` shown in the OpenAPI document. */
const riskMatrixExamples = {
  bands: {
    summary: 'With custom bands',
    value: {
      key: 'kyt_core',
      name: 'KYT core',
      category: 'transaction_monitoring',
      status: 'active',
      targetEntityTypes: ['transaction'],
      scoringConfig: { minScore: 0, maxScore: 100, thresholds: { low: 30, medium: 60, high: 80 } },
      decisions: [
        { decision: 'APPROVE', from: null },
        { decision: 'REVIEW_REQUIRED', from: 30 },
        { decision: 'HOLD', from: 60 },
        { decision: 'REJECT', from: 90 },
      ],
    },
  },
  defaults: { summary: 'With the default strategy', value: { name: 'Onboarding of people' } },
};

const readOnly = 'SHARED_RESOURCE_READ_ONLY';
const notFound = ['RISK_MATRIX_NOT_FOUND', 404] as const;
const wrongMatrix = [
  'VALIDATION_ERROR',
  'DUPLICATE_NAME',
  'DUPLICATE_KEY',
  'INVALID_SCORING_CONFIG',
  'INVALID_DECISIONS',
] as const;
const policy = ['TESTS_FAILED', 'EVIDENCE_MISSING', 'COST_EXCEEDED', 'REASON_REQUIRED', 'TOO_MANY_ITEMS'] as const;

@ApiTags('risk matrices')
@Controller('risk-matrices')
export class RiskMatricesController {
  constructor(
    private readonly writeMatrix: WriteRiskMatrix,
    private readonly readMatrices: ReadRiskMatrices,
    private readonly defaults: DefaultMatrices,
  ) {}

  /** Stores a matrix. One that is created as active decides from the next evaluation that names it. */
  @Post()
  @ApiOperation({ summary: 'Create a risk matrix' })
  @RequirePermission('risk_matrices:create')
  @ApiBody({ type: CreateRiskMatrixBody, examples: riskMatrixExamples })
  @ApiErrors(...wrongMatrix, 'FORBIDDEN', 'NOT_FOUND', 'INVALID_SOURCE', ...policy)
  @ApiCreatedResponse({ type: CreatedRiskMatrixDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateRiskMatrixBody,
  ): Promise<CreatedRiskMatrixDto> {
    const matrix = await this.writeMatrix.create(principal, body, new Date());
    const { counts: figures } = await this.readMatrices.withCounts(matrix);
    const usingDefaultStrategy = body.scoringConfig == null;
    return { success: true, riskMatrix: riskMatrixView(matrix, figures), usingDefaultStrategy };
  }

  @Get()
  @ApiOperation({ summary: 'List risk matrices' })
  @RequirePermission('risk_matrices:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RiskMatrixListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListRiskMatricesQuery,
  ): Promise<RiskMatrixListDto> {
    const { rows, pagination } = await this.readMatrices.list(organizationId, query);
    const riskMatrices = rows.map(({ matrix, counts: figures, origin }) => riskMatrixView(matrix, figures, origin));
    return { success: true, riskMatrices, total: pagination.total, pagination };
  }

  /** Returns the matrices that run if neither a request nor an entity names one. */
  @Get('defaults')
  @ApiOperation({ summary: 'List the default risk matrices' })
  @RequirePermission('risk_matrices:read')
  @ApiOkResponse({ type: MatrixDefaultsAnswerDto })
  async getDefaults(@CurrentPrincipal() { organizationId }: Principal): Promise<MatrixDefaultsAnswerDto> {
    return { success: true, defaults: defaultsView(await this.defaults.read(organizationId)) };
  }

  /** Replaces all of them, starting with the next evaluation. Also requires `rules:publish`. */
  @Put('defaults')
  @ApiOperation({ summary: 'Set the default risk matrices' })
  @BodyExample({ transaction: [exampleId] })
  @RequirePermission('risk_matrices:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'SHARED_RESOURCE_NOT_ENABLED', notFound)
  @ApiOkResponse({ type: MatrixDefaultsAnswerDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async putDefaults(
    @CurrentPrincipal() principal: Principal,
    @Body() body: MatrixDefaultsBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MatrixDefaultsAnswerDto | PendingChangeDto> {
    const now = new Date();
    return shownOrPending(reply, await this.defaults.replace(principal, body, now), now, (defaults) => ({
      success: true,
      defaults: defaultsView(defaults),
    }));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a risk matrix' })
  @RequirePermission('risk_matrices:read')
  @ApiErrors(notFound)
  @ApiOkResponse({ type: RiskMatrixWithRulesDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
  ): Promise<RiskMatrixWithRulesDto> {
    const { matrix, counts: figures, origin, rules } = await this.readMatrices.get(organizationId, id);
    return { success: true, riskMatrix: riskMatrixView(matrix, figures, origin), rules };
  }

  /** Does the same as PATCH. */
  @Put(':id')
  @ApiOperation({ summary: 'Replace a risk matrix' })
  @BodyExample({ name: 'Card payments' })
  @RequirePermission('risk_matrices:edit')
  @ApiErrors(...wrongMatrix, 'FORBIDDEN', readOnly, notFound, 'VERSION_CONFLICT', 'INVALID_SOURCE')
  @ApiOkResponse({ type: RiskMatrixAnswerDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  put(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
    @Body() body: ChangeRiskMatrixBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RiskMatrixAnswerDto | PendingChangeDto> {
    return this.change(principal, id, body, reply);
  }

  /** Creates the next version. Changing a matrix that runs requires `rules:publish`, and takes effect from the next evaluation. */
  @Patch(':id')
  @ApiOperation({ summary: 'Update a risk matrix' })
  @BodyExample({ description: 'For payments by card' })
  @RequirePermission('risk_matrices:edit')
  @ApiErrors(...wrongMatrix, 'FORBIDDEN', readOnly, notFound, 'VERSION_CONFLICT', 'INVALID_SOURCE')
  @ApiOkResponse({ type: RiskMatrixAnswerDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
    @Body() body: ChangeRiskMatrixBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RiskMatrixAnswerDto | PendingChangeDto> {
    const now = new Date();
    return shownOrPending(reply, await this.writeMatrix.change(principal, id, body, now), now, (matrix) =>
      this.show(matrix),
    );
  }

  /** Archives a matrix. Its rules keep naming it; it is no longer shared with children. */
  @Delete(':id')
  @ApiOperation({ summary: 'Archive a risk matrix' })
  @RequirePermission('risk_matrices:delete')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', readOnly, notFound, 'RISK_MATRIX_IN_USE', 'SHARE_IN_USE')
  @ApiOkResponse({ type: ArchivedRiskMatrixDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async archive(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
    @Query() { force }: ArchiveRiskMatrixQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ArchivedRiskMatrixDto | PendingChangeDto> {
    const now = new Date();
    const result = await this.writeMatrix.archive(principal, id, force === true, now);
    return shownOrPending(reply, result, now, () => ({ success: true, id, status: 'archived' as const }));
  }

  /** Sets the rules of the matrix: each one that is added or removed gets a new version. */
  @Put(':id/rules')
  @ApiOperation({ summary: 'Set the rules of a risk matrix' })
  @BodyExample({ ruleIds: [exampleId] })
  @RequirePermission('risk_matrices:edit')
  @ApiErrors(
    'VALIDATION_ERROR',
    'FORBIDDEN',
    readOnly,
    'NOT_FOUND',
    notFound,
    'INVALID_SOURCE',
    'VERSION_CONFLICT',
    ...policy,
  )
  @ApiOkResponse({ type: RiskMatrixWithRulesDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async replaceRules(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
    @Body() body: MatrixRulesBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RiskMatrixWithRulesDto | PendingChangeDto> {
    const now = new Date();
    const result = await this.writeMatrix.replaceRules(principal, id, body, now);
    return shownOrPending(reply, result, now, () => this.get(principal, id));
  }

  private async show(changed: RiskMatrix): Promise<RiskMatrixAnswerDto> {
    const { matrix, counts: figures } = await this.readMatrices.withCounts(changed);
    return { success: true, riskMatrix: riskMatrixView(matrix, figures) };
  }
}

const defaultsView = ({ person, company, transaction, user_event: userEvent }: MatrixDefaults) => ({
  person,
  company,
  transaction,
  userEvent,
});
