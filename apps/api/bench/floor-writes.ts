/** What the application writes, in the fewest statements: the same tables with their triggers, and the log entry. */
import { createHash, randomBytes } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { verify } from '@node-rs/argon2';
import type pg from 'pg';

/** Who writes. The application finds it by the session. */
export interface Actor {
  accountId: number;
  userId: number;
}

interface Request {
  body: Buffer;
  query: URLSearchParams;
  dataDir: string;
}

export type Write = (client: pg.PoolClient, request: Request) => Promise<unknown>;

/** Prepared once per connection under its own text. */
const names = new Map<string, string>();
async function run<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<Row> {
  const name = names.get(text) ?? `floor ${names.size}`;
  names.set(text, name);
  return (await client.query<Row>({ name, text, values })).rows[0] as Row;
}

async function inTransaction<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

interface Entry {
  kind: string;
  entity: string;
  id: number | null;
  what: string;
  changes?: object;
}

const log = (
  client: pg.PoolClient,
  { accountId, userId }: Actor,
  { kind, entity, id, what, changes = {} }: Entry,
) =>
  run(
    client,
    `INSERT INTO audit_log (account_id, user_id, who, kind, entity, entity_id, what, changes)
     SELECT account_id, id, email, $3, $4, $5, $6, $7 FROM app_user WHERE account_id = $1 AND id = $2`,
    [accountId, userId, kind, entity, id, what, JSON.stringify(changes)],
  );

const written = `name, status, category_id, customer_id, own_number, manufacturer, model, serial_number, source_power, year_built,
  transfer_date, warranty, warranty_length, street_address, zip_code, city, country, inspection_period_in_months`;
const columns = written.split(/,\s*/);
const places = columns.map((_, at) => `$${at + 2}`);

type Machine = Record<string, unknown> & { id: number };
const valuesOf = (machine: Machine) => columns.map((name) => machine[name]);

const json = <Body>(body: Buffer): Body => JSON.parse(body.toString()) as Body;

/** As many as the month needs, one after the other. */
const lockMonth = `INSERT INTO service_counter (account_id, year, month) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, year, month) DO UPDATE SET month = excluded.month`;

export const writes = {
  async insertMachine(client, { body }) {
    const { actor, machine } = json<{ actor: Actor; machine: Machine }>(body);
    return inTransaction(client, async () => {
      const { id } = await run<{ id: number }>(
        client,
        `INSERT INTO device (account_id, ${written}) VALUES ($1, ${places}) RETURNING id`,
        [actor.accountId, ...valuesOf(machine)],
      );
      await log(client, actor, { kind: 'CREATED', entity: 'device', id, what: String(machine.name) });
      return id;
    });
  },

  async updateMachine(client, { body }) {
    const { actor, machine } = json<{ actor: Actor; machine: Machine }>(body);
    return inTransaction(client, async () => {
      const before = await run<Machine>(
        client,
        `SELECT ${written} FROM device WHERE account_id = $1 AND id = $2 FOR UPDATE`,
        [actor.accountId, machine.id],
      );
      const row = await run<Machine>(
        client,
        `UPDATE device SET (${written}, revision) = ROW(${places}, revision + 1)
          WHERE account_id = $1 AND id = $${columns.length + 2} RETURNING id, revision, ${written}`,
        [actor.accountId, ...valuesOf(machine), machine.id],
      );
      const changes = columns.flatMap((name) =>
        String(before[name]) === String(row[name]) ? [] : [[name, [before[name], row[name]]]],
      );
      await log(client, actor, {
        ...{ kind: 'CHANGED', entity: 'device', id: machine.id, what: String(machine.name) },
        changes: Object.fromEntries(changes),
      });
      return row;
    });
  },

  async saveProtocol(client, { body }) {
    const { actor, protocol } = json<{
      actor: Actor;
      protocol: {
        date: string;
        type: string[];
        customer: number;
        device: number;
        fault: string;
        actions: string[];
      };
    }>(body);
    const { accountId, userId } = actor;
    const date = new Date(protocol.date);
    const month = [date.getUTCFullYear(), date.getUTCMonth() + 1];
    return inTransaction(client, async () => {
      await run(client, lockMonth, [accountId, ...month]);
      const row = await run<{ id: number; number: number }>(
        client,
        `INSERT INTO service (account_id, year, month, number, date, types, customer_id, fault_description, user_id, user_created_id)
         SELECT $1::int, $2::int, $3::int, coalesce(max(number), 0) + 1, $4::timestamptz, $5::service_type[], $6::int, $7, $8::int, $8::int
           FROM service WHERE account_id = $1 AND year = $2 AND month = $3 RETURNING *`,
        [accountId, ...month, date, protocol.type, protocol.customer, protocol.fault, userId],
      );
      await run(
        client,
        'INSERT INTO service_device (account_id, service_id, device_id, position) VALUES ($1, $2, $3, 0)',
        [accountId, row.id, protocol.device],
      );
      await run(
        client,
        `INSERT INTO service_action (account_id, service_id, device_id, position, name, done, quantity)
         SELECT $1, $2, $3, place - 1, name, TRUE, 1 FROM unnest($4::text[]) WITH ORDINALITY AS action (name, place)`,
        [accountId, row.id, protocol.device, protocol.actions],
      );
      await log(client, actor, { kind: 'CREATED', entity: 'service', id: row.id, what: `${row.number}` });
      return row;
    });
  },

  async sign(client, { body }) {
    const { actor, id, signature } = json<{
      actor: Actor;
      id: number;
      signature: { path: string; signerName: string; strokes: object[]; signedAt: string };
    }>(body);
    const { accountId, userId } = actor;
    return inTransaction(client, async () => {
      const { number, ...row } = await run<{ id: number; year: number; month: number; number: number }>(
        client,
        `UPDATE service SET state = 'SIGNED', current_version = current_version + 1, revision = revision + 1
          WHERE account_id = $1 AND id = $2 RETURNING id, year, month, number`,
        [accountId, id],
      );
      const { snapshot } = await run<{ snapshot: string }>(
        client,
        `SELECT json_build_object('service', to_json(s), 'customer', to_json(k), 'user', json_build_object('first', u.first_name, 'last', u.last_name),
                'machines', (SELECT json_agg(d) FROM service_device sd JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
                              WHERE sd.account_id = $1 AND sd.service_id = $2),
                'actions', (SELECT json_agg(a ORDER BY a.position) FROM service_action a WHERE a.account_id = $1 AND a.service_id = $2))::text AS snapshot
           FROM service s JOIN customer k ON k.account_id = s.account_id AND k.id = s.customer_id
           JOIN app_user u ON u.account_id = s.account_id AND u.id = s.user_id
          WHERE s.account_id = $1 AND s.id = $2`,
        [accountId, id],
      );
      await run(
        client,
        `INSERT INTO signed_counter (account_id, year, month, signed) VALUES ($1, $2, $3, 1)
         ON CONFLICT (account_id, year, month) DO UPDATE SET signed = signed_counter.signed + 1`,
        [accountId, row.year, row.month],
      );
      const version = await run<{ id: number }>(
        client,
        `INSERT INTO service_version (account_id, service_id, version, snapshot, snapshot_sha256, user_created_id)
         VALUES ($1, $2, 1, $3, $4, $5) RETURNING id`,
        [accountId, id, snapshot, createHash('sha256').update(snapshot).digest('hex'), userId],
      );
      await run(
        client,
        `INSERT INTO sealed_document (account_id, token, kind, service_version_id) VALUES ($1, $2, 'PROTOCOL', $3)`,
        [accountId, randomBytes(13).toString('hex'), version.id],
      );
      await run(
        client,
        `INSERT INTO service_signature (account_id, service_version_id, kind, signer_name, strokes, svg_path, signed_at, user_created_id)
         VALUES ($1, $2, 'DRAWN', $3, $4, $5, $6, $7)`,
        [
          accountId,
          version.id,
          signature.signerName,
          JSON.stringify(signature.strokes),
          signature.path,
          signature.signedAt,
          userId,
        ],
      );
      await log(client, actor, { kind: 'SIGNED', entity: 'service', id, what: `${number}` });
      // A queue of its own: nobody draws its documents.
      await run(client, `INSERT INTO pgboss.job (name, data) VALUES ('bench', $1)`, [
        JSON.stringify({ accountId, versionId: version.id }),
      ]);
      return row;
    });
  },

  async addFile(client, { body, query, dataDir }) {
    const key = randomBytes(20).toString('hex');
    const file = await open(path.join(dataDir, `${key}.partial`), 'wx', 0o600);
    await file.writeFile(body);
    await file.sync();
    await file.close();
    await rename(path.join(dataDir, `${key}.partial`), path.join(dataDir, key));
    return run(
      client,
      `INSERT INTO stored_file (account_id, user_created_id, device_id, key, kind, filename, content_type, size, sha256)
       VALUES ($1, $2, $3, $4, 'MACHINE_FILE', $5, 'application/pdf', $6, $7) RETURNING *`,
      [
        ...['account', 'user', 'device'].map((name) => query.get(name)),
        key,
        query.get('filename'),
        body.length,
        createHash('sha256').update(body).digest('hex'),
      ],
    );
  },

  async tickTodo(client, { body }) {
    const { actor, id, status } = json<{ actor: Actor; id: number; status: string }>(body);
    return inTransaction(client, async () => {
      const before = await run<{ status: string }>(
        client,
        'SELECT status FROM todo WHERE account_id = $1 AND id = $2 FOR UPDATE',
        [actor.accountId, id],
      );
      const row = await run<{ description: string }>(
        client,
        'UPDATE todo SET status = $3 WHERE account_id = $1 AND id = $2 RETURNING *',
        [actor.accountId, id, status],
      );
      const changes = before.status === status ? {} : { status: [before.status, status] };
      await log(client, actor, { kind: 'CHANGED', entity: 'todo', id, what: row.description, changes });
      return row;
    });
  },

  async signIn(client, { body }) {
    const { email, password } = json<{ email: string; password: string }>(body);
    const user = await run<{ account_id: number; id: number; hash: string }>(
      client,
      `SELECT u.account_id, u.id, u.password_hash AS hash FROM login_identity i
         JOIN app_user u ON u.account_id = i.account_id AND u.email = i.email WHERE i.email = $1`,
      [email],
    );
    if (!(await verify(user.hash, password))) throw new Error('wrong password');
    const actor = { accountId: user.account_id, userId: user.id };
    const token = randomBytes(32).toString('base64url');
    return inTransaction(client, async () => {
      await run(
        client,
        `INSERT INTO session (account_id, user_id, token_hash, remembered, expires_at) VALUES ($1, $2, $3, TRUE, now() + interval '90 days')`,
        [actor.accountId, actor.userId, createHash('sha256').update(token).digest('hex')],
      );
      await log(client, actor, { kind: 'SIGN_IN', entity: 'user', id: actor.userId, what: email });
      return token;
    });
  },
} satisfies Record<string, Write>;
