#!/bin/sh
# Runs once, when the database is made: one role owns the tables, the other works on their rows.
set -e
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$DATABASE_OWNER_PASSWORD" -v product="$DATABASE_PASSWORD" <<'SQL'
create role tidings_owner login password :'owner';
create role tidings login password :'product';
create database tidings owner tidings_owner;
SQL
