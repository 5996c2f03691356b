-- Which version of the terms a company knows. So far there is one.
ALTER TABLE "account" ADD COLUMN     "terms_from" DATE,
ADD COLUMN     "terms_version" DATE NOT NULL DEFAULT '2026-11-24'::date;

ALTER TABLE "app_user" ADD COLUMN     "terms_seen" DATE;
