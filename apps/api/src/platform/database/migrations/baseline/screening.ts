const watchlists = [
  // Public lists of sanctioned or exposed persons. `current` is the version used for screening. `checked_at` is when its source was last
  // known to have nothing newer.
  `create table watchlist_datasets (
    code text primary key,
    current int,
    checked_at timestamptz(3)
  )`,
  // Content of the files of a list. One version of each is active. One that fails its checks is set aside. `base` is the version to which
  // its changes apply.
  `create table watchlist_versions (
    code text not null,
    version int not null,
    base int,
    state text not null check (state in ('loading', 'current', 'kept_aside', 'replaced')),
    format text,
    entries int not null,
    unreadable int not null,
    generated_on date,
    is_end_marked boolean not null default false,
    doubts text[] not null,
    counts json,
    index_format int,
    index_bytes bigint,
    loaded_at timestamptz(3) not null,
    changed_at timestamptz(3) not null,
    current_at timestamptz(3),
    primary key (code, version)
  )`,
  `create unique index watchlist_versions_current on watchlist_versions (code) where state = 'current'`,
  // An entry as it is in the versions from one to before another. An entry of a version that is not active yet is not visible to anyone.
  `create table watchlist_entries (
    code text not null,
    entry_id text collate "C" not null,
    from_version int not null,
    to_version int,
    content_hash text not null,
    referents text[] not null,
    entry json not null,
    primary key (code, entry_id, from_version)
  )`,
  `create index watchlist_entries_from on watchlist_entries (code, from_version)`,
  `create index watchlist_entries_to on watchlist_entries (code, to_version) where to_version is not null`,
  // Differences between a version and the one it was derived from.
  `create table watchlist_changes (
    code text not null,
    version int not null,
    entry_id text collate "C" not null,
    kind text not null check (kind in ('added', 'changed', 'removed')),
    primary key (code, version, entry_id)
  )`,
  // Entries that the lists themselves declare to be the same subject. A cluster is identified by its lowest entry.
  `create table watchlist_clusters (
    code text not null,
    entry_id text collate "C" not null,
    cluster text collate "C" not null,
    primary key (code, entry_id)
  )`,
  // The search index of a version, in consecutive parts.
  `create table watchlist_chunks (
    code text not null,
    version int not null,
    part int not null,
    bytes bytea not null,
    primary key (code, version, part)
  )`,
  `alter table watchlist_chunks alter column bytes set storage external`,
  // When each source is to be queried next, and the result of the last query. The first process to claim it sends the query.
  `create table dataset_fetches (
    source text primary key,
    next_at timestamptz(3) not null,
    failures int not null default 0,
    problem text,
    fetched_at timestamptz(3),
    marks json not null default '{}',
    lease_number int not null default 0
  )`,
];

/** Lists for screening parties, and the results. */
export const screeningTables = [...watchlists];
