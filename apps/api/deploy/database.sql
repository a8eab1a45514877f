-- The user of DATABASE_URL behind a connection pooler in transaction mode: it begins as tamis_app, as the settings of a session do not
-- pass the pooler. Run by an administrator of the database after `migrate`, any number of times: psql -v password=… -f database.sql
do $$
begin
  if not exists (select from pg_roles where rolname = 'tamis_pooled') then
    create role tamis_pooled login;
  end if;
end $$;
alter role tamis_pooled password :'password';
grant tamis_app to tamis_pooled;
alter role tamis_pooled set role = tamis_app;
alter role tamis_pooled set jit = off;
alter role tamis_pooled set idle_in_transaction_session_timeout = '60s';
