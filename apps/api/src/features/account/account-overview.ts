/** All companies, for who runs the installation. */
import type { Deps } from '../../deps.ts';

export interface AccountOverview {
  id: number;
  company: string;
  /** `closed`: its admins can fetch the data; `deleted`: it is being erased. */
  state: 'open' | 'closed' | 'deleted';
  /** Active users. */
  users: number;
  /** The plans of the active users, by name. */
  plans: string;
  /** The last end of paid access among them. */
  paidUntil: Date | null;
  machines: number;
  files: number;
  /** Of the files that count towards the storage of the plan. */
  fileBytes: number;
  lastSignIn: Date | null;
}

/** A page of them by id. @param after the last id of the page before */
export const listAccounts = (
  db: Pick<Deps['db'], 'global'>,
  { after, limit }: { after: number; limit: number },
): Promise<AccountOverview[]> =>
  db.global.$queryRaw`
    SELECT a.id, a.company_name AS company,
           CASE WHEN a.deleted_at IS NOT NULL THEN 'deleted' WHEN a.closed_at IS NOT NULL THEN 'closed' ELSE 'open' END AS state,
           u.users, u.plans, u.paid_until AS "paidUntil",
           (SELECT count(*)::int FROM device d WHERE d.account_id = a.id) AS machines,
           (SELECT count(*)::int FROM stored_file f WHERE f.account_id = a.id) AS files,
           coalesce((SELECT s.bytes FROM account_storage s WHERE s.account_id = a.id), 0)::float AS "fileBytes",
           (SELECT max(l.timestamp) FROM audit_log l WHERE l.account_id = a.id AND l.kind = 'SIGN_IN') AS "lastSignIn"
      FROM (SELECT * FROM account WHERE id > ${after} ORDER BY id LIMIT ${limit}) a
     CROSS JOIN LATERAL (
           SELECT count(*)::int AS users, coalesce(string_agg(DISTINCT p.code::text, ', '), '') AS plans,
                  max(u.plan_expired) FILTER (WHERE p.type <> 'FREE') AS paid_until
             FROM app_user u JOIN account_plan p ON p.id = u.account_plan_id
            WHERE u.account_id = a.id AND u.active) u
     ORDER BY a.id`;
