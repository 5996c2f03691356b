-- Who planned a visit is told that one of its technicians was deactivated. PostgreSQL uses a new value only after the
-- transaction that added it: the next migration does.
ALTER TYPE "notification_kind" ADD VALUE 'LEFT';
