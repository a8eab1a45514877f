import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { EntitiesModule } from '../entities/index.js';
import { accountsControllers } from './http/accounts.controllers.js';
import { AccountRepository } from './persistence/account-repository.js';
import { EntityAccountRow } from './persistence/entity-account-row.js';
import { ListAccounts } from './use-cases/list-accounts.js';
import { WriteAccounts } from './use-cases/write-accounts.js';

/** Financial accounts of persons and companies. */
@Module({
  imports: [TypeOrmModule.forFeature([EntityAccountRow]), EntitiesModule],
  controllers: [...accountsControllers],
  providers: [AccountRepository, ListAccounts, WriteAccounts],
  exports: [WriteAccounts],
})
export class EntityAccountsModule {}
