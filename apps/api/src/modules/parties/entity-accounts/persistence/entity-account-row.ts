import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { AccountStatus, PixKeyType } from '../domain/account-enumerations.js';
import type { AccountFields } from '../domain/entity-account.js';

const text = { type: 'text', nullable: true } as const;

/** A row of `entity_accounts`. Its number is encrypted; its metadata is the text that was sent. */
@Entity('entity_accounts')
export class EntityAccountRow implements Omit<AccountFields, 'accountType' | 'accountNumber'> {
  @PrimaryColumn('uuid') organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') entityId!: string;
  @Column(text) externalAccountId!: string | null;
  /** Can be a former type. */
  @Column('text') accountType!: string;
  @Column(text) legacyAccountType!: string | null;
  @Column('text') currency!: string;
  @Column('text') status!: AccountStatus;
  @Column('boolean') isPrimary!: boolean;
  @Column(text) cbu!: string | null;
  @Column(text) cvu!: string | null;
  @Column(text) alias!: string | null;
  @Column(text) iban!: string | null;
  @Column('bytea', { nullable: true }) accountNumber!: Buffer | null;
  /** The hash of the number without punctuation, which is the same for equal numbers. */
  @Column('bytea', { nullable: true }) accountNumberHash!: Buffer | null;
  @Column(text) routingNumber!: string | null;
  @Column(text) bankCode!: string | null;
  @Column(text) branchCode!: string | null;
  @Column(text) bankName!: string | null;
  @Column(text) bic!: string | null;
  @Column(text) pixKey!: string | null;
  @Column(text) pixKeyType!: PixKeyType | null;
  @Column(text) clabe!: string | null;
  @Column(text) walletAddress!: string | null;
  @Column(text) network!: string | null;
  @Column(text) countryCode!: string | null;
  @Column(text) holderName!: string | null;
  @Column(text) holderTaxId!: string | null;
  @Column('timestamptz', { nullable: true }) openedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) closedAt!: Date | null;
  @Column('text') metadata!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
