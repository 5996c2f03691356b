/** Sees in the database whose sessions change, and tells what the program has not announced (platform/session-changes.ts). */
import pg from 'pg';
import { sessionChannel } from '../platform/session-changes.ts';

const seenChannel = 'session_change_seen';

/** What a session is read from changes nowhere else than here. */
const triggers = `
  CREATE FUNCTION see_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('${seenChannel}', concat_ws(':', pg_current_xact_id(), to_jsonb(OLD) ->> TG_ARGV[0], to_jsonb(OLD) ->> TG_ARGV[1]));
    RETURN NULL;
  END $$;
  CREATE TRIGGER see_session_change AFTER UPDATE OR DELETE ON app_user
    FOR EACH ROW EXECUTE FUNCTION see_session_change('account_id', 'id');
  CREATE TRIGGER see_session_change AFTER DELETE ON session
    FOR EACH ROW EXECUTE FUNCTION see_session_change('account_id', 'user_id');
  CREATE TRIGGER see_session_change_by_update AFTER UPDATE ON session
    FOR EACH ROW WHEN (OLD.last_seen_at = NEW.last_seen_at) EXECUTE FUNCTION see_session_change('account_id', 'user_id');
  CREATE TRIGGER see_session_change AFTER UPDATE OF deleted_at, closed_at, retrieval_until ON account
    FOR EACH ROW EXECUTE FUNCTION see_session_change('id')`;

export interface SessionWatch {
  /** Everything since the last call that was committed without an announcement: account:user, or an account. */
  take(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param databaseUrl a database of one test, past every pooler */
export async function watchSessions(databaseUrl: string): Promise<SessionWatch> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A test may end every connection to its database. From then on, nothing is seen.
  let isBlind = false;
  client.on('error', () => {});
  client.on('end', () => {
    isBlind = true;
  });
  await client.connect();
  /** Of the last transaction of each connection. An announcement is the last thing of its transaction. */
  const waiting = new Map<number, { transaction: string | undefined; changes: Set<string> }>();
  const missed: string[] = [];
  client.on('notification', ({ channel, payload = '', processId }) => {
    let last = waiting.get(processId);
    if (channel !== seenChannel) {
      for (const each of last?.changes ?? []) if (covers(payload, each)) last?.changes.delete(each);
      return;
    }
    const [transaction, ...change] = payload.split(':');
    if (last?.transaction !== transaction) {
      missed.push(...(last?.changes ?? []));
      last = { transaction, changes: new Set() };
      waiting.set(processId, last);
    }
    last?.changes.add(change.join(':'));
  });
  await client.query(`${triggers}; LISTEN ${seenChannel}; LISTEN ${sessionChannel}`);
  return {
    async take() {
      if (isBlind) return [];
      // What was committed before has arrived with the answer.
      await client.query('');
      const all = [...missed.splice(0), ...[...waiting.values()].flatMap(({ changes }) => [...changes])];
      waiting.clear();
      return all;
    },
    stop: () => client.end(),
  };
}

const covers = (announced: string, change: string): boolean =>
  announced === '' || announced === change || announced === change.split(':')[0];
