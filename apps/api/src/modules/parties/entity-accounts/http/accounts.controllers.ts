import { applyDecorators, Body, Controller, Delete, Get, Param, Patch, Req, type Type } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  hasPermission,
  CurrentPrincipal,
  type Permission,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  type ErrorCode,
  RawJson,
  RouteSettings,
  BodyExample,
  Query,
  UuidParam,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { type EntityKey, FindEntity, RevealAccountNumbers } from '../../entities/index.js';
import { accountView } from '../domain/account-view.js';
import type { StoredAccount } from '../domain/stored-account.js';
import { ListAccounts } from '../use-cases/list-accounts.js';
import { WriteAccounts } from '../use-cases/write-accounts.js';
import { AccountAnswerDto, type AccountDto, AccountListDto, DeletedAccountDto } from '../dto/account.dto.js';
import { ChangeAccountBody, CreateAccountBody, ListAccountsQuery } from '../dto/account.bodies.js';
import { readAccountBody, readNewAccount } from '../dto/read-account-body.js';

const changeErrors = ['VALIDATION_ERROR', 'NO_CHANGES', 'ACCOUNT_NOT_FOUND', 'DUPLICATE_ACCOUNT'] as const;

const newAccount = { accountType: 'checking', currency: 'ARS', cbu: '2850590940090418135201', isPrimary: true };

/** Describes how the path of a controller identifies the entity. */
interface AccountRouteVariant {
  readonly name: string;
  readonly path: string;
  readonly parameter: string;
  readonly keyOf: (value: string) => EntityKey;
  /** The ending of the summaries of its routes. */
  readonly named: string;
}

/** Applies the decorators that all account routes share, and the errors of this route. */
const AccountRoute = (summary: string, permission: Permission, ...errors: readonly ErrorCode[]): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary }),
    RequirePermission(permission),
    RouteSettings({ errorShape: 'entity' }),
    ApiErrors(...errors, 'ENTITY_NOT_FOUND', 'AMBIGUOUS_TAX_ID_LOOKUP'),
  );

const accountOf = (principal: Principal, account: StoredAccount): AccountAnswerDto => ({
  success: true,
  data: toAccountDto(principal, account),
});

const deletedAccountOf = ({ id, deletedAt }: StoredAccount): DeletedAccountDto => ({
  success: true,
  data: { id, deletedAt: deletedAt!.toISOString() },
});

const accountListOf = (principal: Principal, entityId: string, accounts: readonly StoredAccount[]): AccountListDto => ({
  success: true,
  data: { entityId, accounts: accounts.map((account) => toAccountDto(principal, account)) },
});

/** Creates the controller with the account routes for one way to identify an entity. */
function controllerOf({ name, path, parameter, keyOf, named }: AccountRouteVariant): Type<object> {
  @ApiTags('entity accounts')
  @Controller(`entities/${path}:${parameter}/accounts`)
  class AccountsController {
    constructor(
      private readonly entities: FindEntity,
      private readonly listAccounts: ListAccounts,
      private readonly writeAccounts: WriteAccounts,
      private readonly numbers: RevealAccountNumbers,
    ) {}

    @Get()
    @AccountRoute(`List the accounts of an entity${named}`, 'entities:read', 'VALIDATION_ERROR')
    @ApiOkResponse({ type: AccountListDto })
    async list(
      @CurrentPrincipal() principal: Principal,
      @Param(parameter) value: string,
      @Query() query: ListAccountsQuery,
    ): Promise<AccountListDto> {
      const entity = await this.entities.find(principal.organizationId, keyOf(value));
      const accounts = await this.listAccounts.list(entity, query);
      await this.numbers.noteShown(principal, shownIn(principal, entity.id, accounts));
      return accountListOf(principal, entity.id, accounts);
    }

    @Post()
    @BodyExample(newAccount)
    @AccountRoute(`Add an account to an entity${named}`, 'entities:edit', 'VALIDATION_ERROR', 'DUPLICATE_ACCOUNT')
    @ApiCreatedResponse({ type: AccountAnswerDto })
    async create(
      @CurrentPrincipal() principal: Principal,
      @Param(parameter) value: string,
      @PostBody() body: CreateAccountBody,
      @Req() request: FastifyRequest,
    ): Promise<AccountAnswerDto> {
      const wanted = readNewAccount(body, request.rawBody ?? '{}');
      const entity = await this.entities.find(principal.organizationId, keyOf(value));
      return accountOf(principal, await this.writeAccounts.create(principal, entity, wanted));
    }

    @Patch(':accountId')
    @BodyExample({ isPrimary: true, alias: 'sol.luna.mar' })
    @AccountRoute(`Update an account of an entity${named}`, 'entities:edit', ...changeErrors)
    @ApiOkResponse({ type: AccountAnswerDto })
    async change(
      @CurrentPrincipal() principal: Principal,
      @Param(parameter) value: string,
      @UuidParam('accountId', 'Account', 'ACCOUNT_NOT_FOUND') id: string,
      @Body() body: ChangeAccountBody,
      @Req() request: FastifyRequest,
    ): Promise<AccountAnswerDto> {
      const sent = readAccountBody(body, request.rawBody ?? '{}');
      const entity = await this.entities.find(principal.organizationId, keyOf(value));
      const account = await this.writeAccounts.change(principal, entity, id, sent);
      await this.numbers.noteShown(principal, shownIn(principal, entity.id, [account]));
      return accountOf(principal, account);
    }

    @Delete(':accountId')
    @AccountRoute(`Delete an account of an entity${named}`, 'entities:edit', 'ACCOUNT_NOT_FOUND')
    @ApiOkResponse({ type: DeletedAccountDto })
    async remove(
      @CurrentPrincipal() principal: Principal,
      @Param(parameter) value: string,
      @UuidParam('accountId', 'Account', 'ACCOUNT_NOT_FOUND') id: string,
    ): Promise<DeletedAccountDto> {
      const entity = await this.entities.find(principal.organizationId, keyOf(value));
      return deletedAccountOf(await this.writeAccounts.remove(principal, entity, id));
    }
  }
  // The OpenAPI document derives operation names from the class name.
  Object.defineProperty(AccountsController, 'name', { value: name });
  return AccountsController;
}

const canSeeNumbers = ({ scopes }: Principal): boolean => hasPermission(scopes, 'entities:read_sensitive');

/** Returns the entity if the caller sees a number of these accounts in full. */
const shownIn = (principal: Principal, entityId: string, accounts: readonly StoredAccount[]): readonly string[] =>
  canSeeNumbers(principal) && accounts.some(({ accountNumber }) => accountNumber !== null) ? [entityId] : [];

const toAccountDto = (principal: Principal, account: StoredAccount): AccountDto =>
  accountView(account, {
    inFull: canSeeNumbers(principal),
    read: (json) => new RawJson(json),
  });

/** `/entities/{id}/accounts`, and the equivalents by external id and by tax id. */
export const accountsControllers: readonly Type<object>[] = [
  { name: 'AccountsController', path: '', parameter: 'id', keyOf: (id: string): EntityKey => ({ id }), named: '' },
  {
    name: 'AccountsByExternalIdController',
    path: 'by-external-id/',
    parameter: 'externalId',
    keyOf: (externalId: string): EntityKey => ({ externalId }),
    named: ', by external id',
  },
  {
    name: 'AccountsByTaxIdController',
    path: 'by-tax-id/',
    parameter: 'taxId',
    keyOf: (taxId: string): EntityKey => ({ taxId }),
    named: ', by tax id',
  },
].map(controllerOf);
