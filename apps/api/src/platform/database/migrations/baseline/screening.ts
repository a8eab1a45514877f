const watchlists = [
  // Public lists of whom others have sanctioned or exposed. `current` is the version that is screened against; `checked_at` is when its
  // source was last known to have nothing newer.
  `create table watchlist_datasets (
    code text primary key,
    current int,
    checked_at timestamptz(3)
  )`,
  // What was read of the files of a list. One version of each serves; one that is not believed is kept aside. `base` is the version that
  // its changes lead from.
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
  // An entry as it stands in the versions from one to before another. One of a version that does not serve yet is seen by nobody.
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
  // What differs between a version and the one that it was made from.
  `create table watchlist_changes (
    code text not null,
    version int not null,
    entry_id text collate "C" not null,
    kind text not null check (kind in ('added', 'changed', 'removed')),
    primary key (code, version, entry_id)
  )`,
  // Entries that lists themselves say are the same one, where there are several. A cluster is named by the least of its entries.
  `create table watchlist_clusters (
    code text not null,
    entry_id text collate "C" not null,
    cluster text collate "C" not null,
    primary key (code, entry_id)
  )`,
  // What a version is searched by, in parts that follow each other.
  `create table watchlist_chunks (
    code text not null,
    version int not null,
    part int not null,
    bytes bytea not null,
    primary key (code, version, part)
  )`,
  `alter table watchlist_chunks alter column bytes set storage external`,
  // When each source is asked next, and what came of it: whichever process comes first asks.
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

/** Lists that parties are screened against, and what came of it. */
export const screeningTables = [...watchlists];
