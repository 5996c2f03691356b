-- Who sent a link is told in the app that the customer has signed by it. PostgreSQL uses a new value only after the
-- transaction that added it: the next migration does.
ALTER TYPE "notification_kind" ADD VALUE 'SIGNED';
