import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { ListSource, ListStatus, ListType } from '../domain/list-enumerations.js';

/** A row of `data_lists`. `config` and `fieldMappings` are read and written as text, as sent by the caller. */
@Entity('data_lists')
export class DataListRow {
  @PrimaryColumn('uuid') organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') type!: ListType;
  @Column('text') status!: ListStatus;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') source!: ListSource;
  @Column('text') config!: string;
  @Column('text') fieldMappings!: string;
  @Column('int') priority!: number;
  @Column('boolean') isGlobal!: boolean;
  @Column('int') itemCount!: number;
  @Column('int') revision!: number;
  /** Incremented by each change other than of its items. */
  @Column('int') version!: number;
  @Column('timestamptz', { nullable: true }) lastSyncAt!: Date | null;
  @Column('text') createdBy!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

/** The columns of a row for hand-written SQL statements. */
export const dataListColumns = `id, organization_id as "organizationId", name, type, status, description, source, config,
  field_mappings as "fieldMappings", priority, is_global as "isGlobal", item_count as "itemCount", revision, version,
  last_sync_at as "lastSyncAt", created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;
