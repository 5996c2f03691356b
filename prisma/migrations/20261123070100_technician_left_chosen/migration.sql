-- AlterTable
ALTER TABLE "app_user" ALTER COLUMN "notify_by_mail" SET DEFAULT ARRAY['ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED', 'LEFT']::"notification_kind"[],
ALTER COLUMN "notify_in_app" SET DEFAULT ARRAY['ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED', 'NOTE', 'LEFT']::"notification_kind"[];

-- Who wants to know that a visit is cancelled wants to know that nobody is left to go there.
UPDATE "app_user" SET
    "notify_by_mail" = CASE WHEN 'CANCELLED' = ANY ("notify_by_mail")
        THEN "notify_by_mail" || 'LEFT'::"notification_kind" ELSE "notify_by_mail" END,
    "notify_in_app" = CASE WHEN 'CANCELLED' = ANY ("notify_in_app")
        THEN "notify_in_app" || 'LEFT'::"notification_kind" ELSE "notify_in_app" END;
