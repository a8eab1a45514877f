// Formats the whole schema as readable SQL, each table with everything that belongs to it.

const storages = { p: 'plain', e: 'external', x: 'extended', m: 'main' };

/** Readable names for what most policies use. */
const settings = [
  [`(NULLIF(current_setting('tamis.organization_id'::text, true), ''::text))::uuid`, ':organization'],
  [`NULLIF(current_setting('tamis.lookup'::text, true), ''::text)`, ':lookup'],
];

const inWords = (condition) =>
  settings.reduce((text, [expression, words]) => text.replaceAll(expression, words), condition).replace(/\s+/g, ' ');

const columnText = (column) =>
  [
    column.name,
    column.type,
    column.collation && `collate ${column.collation}`,
    column.storage && `storage ${storages[column.storage]}`,
    column.identity && `generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`,
    column.generated && `generated always as (${column.default}) stored`,
    column.default && !column.generated && `default ${column.default}`,
    column.required && 'not null',
  ]
    .filter(Boolean)
    .join(' ');

const optionsText = (options) => (options ? ` with (${options.join(', ')})` : '');

function policyText({ name, table, permissive, command, roles, visible, writable }) {
  const lines = [`create policy ${name} on ${table}${permissive === 'PERMISSIVE' ? '' : ' as restrictive'}`];
  if (command !== 'all') lines.push(`for ${command}`);
  if (roles !== '{public}') lines.push(`to ${roles.slice(1, -1)}`);
  if (visible) lines.push(`using (${inWords(visible)})`);
  if (writable && writable !== visible) lines.push(`with check (${inWords(writable)})`);
  return `${lines.join(' ')};`;
}

const triggerText = ({ name, table, definition, enabled }) =>
  `${definition};${enabled === 'O' ? '' : `\nalter table ${table} set trigger ${name} to ${enabled};`}`;

const isQuarter = (name) => /_\d{4}q[1-4]$/.test(name);

function tableText(schema, table) {
  const { name, partitioned, options, bound, parent } = table;
  const of = (kind) => schema[kind].get(name) ?? [];
  const lines = [
    ...of('columns').map(columnText),
    ...of('constraints').map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ].map((line) => `  ${line}`);
  const unlogged = table.persistence === 'u' ? 'unlogged ' : '';
  const end = `${partitioned ? ` partition by ${partitioned}` : ''}${optionsText(options)}`;
  return [
    ...(table.comment ? [`-- ${table.comment}`] : []),
    `create ${unlogged}table ${name} (\n${lines.join(',\n')}\n)${end};`,
    ...(parent ? [`alter table ${parent} attach partition ${name} ${bound};`] : []),
    ...of('indexes').map(({ definition }) => `${definition.replaceAll('public.', '')};`),
    ...schema.sequences
      .filter((sequence) => sequence.table === name)
      .map(
        ({ name: sequence, settings, granted }) =>
          `-- sequence ${sequence} ${settings}, granted: ${granted ?? 'nothing'}`,
      ),
    ...(table.secured ? [`alter table ${name} enable row level security;`] : []),
    ...(table.forced ? [`alter table ${name} force row level security;`] : []),
    ...of('policies').map(policyText),
    ...of('triggers').map((trigger) => triggerText(trigger).replaceAll('public.', '')),
    `-- granted to tamis_app: ${table.granted?.toLowerCase() ?? 'nothing'}`,
  ].join('\n');
}

/**
 * @param {Awaited<ReturnType<import('./read-schema.mjs').readSchema>>} schema
 * @param {Readonly<Record<string, readonly string[]>>} tablesOfOwners
 */
export function schemaText(schema, tablesOfOwners) {
  const tables = new Map(schema.tables.filter(({ name }) => !isQuarter(name)).map((table) => [table.name, table]));
  const ofOwners = Object.entries(tablesOfOwners).map(([owner, names]) => {
    const present = [...tables.values()].filter(({ name, parent }) => names.includes(parent ?? name));
    for (const { name } of present) tables.delete(name);
    return `-- ${owner}\n\n${present.map((table) => tableText(schema, table)).join('\n\n')}`;
  });
  const ownerless = [...tables.values()].map((table) => tableText(schema, table));
  const loose = schema.sequences.filter(({ table }) => !table);
  return `${[
    `-- Every table as it is once all migrations have run, by owner. Written by \`npm run generate\`: read it, change migrations instead.
-- \`:organization\` is that of the transaction and \`:lookup\` what it may look up (tamis.organization_id and tamis.lookup). Left out are
-- the partitions of quarters, which depend on the day, and the compression of values, which depends on the server.`,
    ...ofOwners,
    ...(ownerless.length > 0 ? [`-- of nobody\n\n${ownerless.join('\n\n')}`] : []),
    `-- sequences\n\n${loose.map(({ name, type, settings, granted }) => `-- ${name} ${type} ${settings}, granted: ${granted}`).join('\n')}`,
    `-- views\n\n${schema.views.map(({ name, options, definition }) => `create view ${name}${optionsText(options)} as\n${definition}`).join('\n\n')}`,
    `-- functions\n\n${schema.functions
      .map(({ definition, granted }) => `${definition.trim()};\n-- granted to ${granted ?? 'nobody'}`)
      .join('\n\n')}`,
    `-- granted to tamis_app on what is made later: ${schema.defaultGrants.map(({ kind, granted }) => `${kind} ${granted}`).join('; ')}`,
  ].join('\n\n')}\n`;
}
