import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

/** In the place of nobody: a key holds no null. */
const assignee = `coalesce(assigned_to, '00000000-0000-0000-0000-000000000000')`;

const counted = ['alert', 'case'] as const;

const tables = [
  `create table inbox_counts (
     organization_id uuid not null references organizations (id),
     kind text not null,
     status text not null,
     rank smallint not null,
     assignee uuid not null,
     count bigint not null,
     primary key (organization_id, kind, status, rank, assignee))`,
  // What came and went since it was last added up: whoever raises an alert waits for nobody who raises another.
  `create table inbox_changes (
     organization_id uuid not null references organizations (id),
     kind text not null,
     status text not null,
     rank smallint not null,
     assignee uuid not null,
     change int not null)`,
  `create index inbox_changes_of on inbox_changes (organization_id)`,
];

// Behind the first count, which its owner writes for everybody.
const policies = [
  ...rowSecurity('inbox_counts'),
  ...rowSecurity('inbox_changes', { visible: `${own} or ${currentLookupSql} = 'inbox changes'`, writable: own }),
];

const noting = (name: string, rows: string): string => `create function ${name}() returns trigger language plpgsql as $$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, ${assignee}, sum(change) from (${rows}) changed
       group by organization_id, status, priority_rank, ${assignee} having sum(change) <> 0;
     return null;
   end $$`;

const columns = 'organization_id, status, priority_rank, assigned_to';
const came = `select ${columns}, 1 as change from came`;
const went = `select ${columns}, -1 as change from went`;

const functions = [
  noting('note_inbox_insert', came),
  noting('note_inbox_update', `${came} union all ${went}`),
  noting('note_inbox_delete', went),
];

const ofTable = (kind: (typeof counted)[number]): readonly string[] => [
  `create trigger inbox_insert after insert on ${kind}s referencing new table as came
     for each statement execute function note_inbox_insert('${kind}')`,
  `create trigger inbox_update after update on ${kind}s referencing new table as came old table as went
     for each statement execute function note_inbox_update('${kind}')`,
  `create trigger inbox_delete after delete on ${kind}s referencing old table as went
     for each statement execute function note_inbox_delete('${kind}')`,
  `alter table ${kind}s no force row level security`,
  `insert into inbox_counts (organization_id, kind, status, rank, assignee, count)
     select organization_id, '${kind}', status, priority_rank, ${assignee}, count(*) from ${kind}s
     group by organization_id, status, priority_rank, ${assignee}`,
  `alter table ${kind}s force row level security`,
];

/** How many alerts and cases have which status and priority, and whose they are, without counting them. */
export class InboxCounts1795209900000 implements MigrationInterface {
  readonly name = 'InboxCounts1795209900000';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [...tables, ...functions, ...counted.flatMap(ofTable), ...policies];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['insert', 'update', 'delete']) {
      for (const kind of counted) await runner.query(`drop trigger inbox_${event} on ${kind}s`);
      await runner.query(`drop function note_inbox_${event}`);
    }
    await runner.query('drop table inbox_changes, inbox_counts');
  }
}
