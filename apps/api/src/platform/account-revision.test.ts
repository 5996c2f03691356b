/** The account's revision says whether anything that is shown has changed. */
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { buildTeam, buildVisit } from '../testing/builders.ts';

const app = useTestApp();

/**
 * What no phone takes along, and no list that is asked for by its revision shows: sign-ins, keys, counters, what was
 * logged, imported, binned and sent.
 */
const notShown = [
  'absence',
  'account_storage',
  'activation_token',
  'archive',
  'archive_part',
  'audit_log',
  'bin_entry',
  'bin_row',
  'bin_user',
  'bulk_action',
  'bulk_record',
  'calendar_feed',
  'customer_link',
  'customer_page',
  'customer_session',
  'document_hash',
  'export',
  'idempotency_key',
  'import',
  'import_change',
  'import_mapping',
  'import_row',
  'login_identity',
  'notification',
  'price_list',
  'saved_view',
  'sent_reminder',
  'service_counter',
  'session',
  'sign_in_unlock',
  'signed_counter',
  'visit_announcement',
];

it('every table of an account changes it, or is shown nowhere', async () => {
  const tables = await app.deps.db.global.$queryRaw<{ name: string; revises: boolean }[]>`
    SELECT c.table_name AS name, EXISTS (
        SELECT FROM pg_trigger t WHERE t.tgrelid = c.table_name::regclass AND t.tgname = 'revise_account') AS revises
      FROM information_schema.columns c
      JOIN information_schema.tables USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'account_id' AND table_type = 'BASE TABLE'
     ORDER BY 1`;
  const silent = tables.filter(({ revises }) => !revises).map(({ name }) => name);
  expect(silent).toEqual(notShown);
});

it('a visit that the office plans, changes or deletes reaches a phone, with its notes', async () => {
  const { accountId, userId, technician, admin } = await buildTeam(app);
  const revisionOf = async () =>
    (await technician.offline.workingSet({ body: { revision: null, have: {} } })).revision;
  let before = await revisionOf();
  const hasChanged = async () => {
    const now = await revisionOf();
    const changed = now !== before;
    before = now;
    return changed;
  };
  const { id } = await buildVisit(app, { accountId, userId });
  expect(await hasChanged()).toBe(true);
  await admin.visit.addNote({ body: { visit: { id }, text: 'Ring twice' } });
  expect(await hasChanged()).toBe(true);
  await admin.visit.step({ body: { id, step: 'START', reason: '' } });
  expect(await hasChanged()).toBe(true);
  await admin.visit.delete({ params: { id } });
  expect(await hasChanged()).toBe(true);
  expect(await hasChanged()).toBe(false);
});
