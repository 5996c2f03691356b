/** The commands of who runs the installation. They use the services of the product; the logs of companies name `operator`. */
import { isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { exportKeyOf, keysDirOf } from '../data-dir.ts';
import type { Deps } from '../deps.ts';
import { deleteAccount } from '../features/account/account-deletion.service.ts';
import { listAccounts } from '../features/account/account-overview.ts';
import { extendAccess } from '../features/plan/extend-access.ts';
import { findRefusedMails, findUnreached, resendMails } from '../features/protocol-mail/refused-mails.ts';
import { liftLimits } from '../features/user/sign-in-limits.ts';
import { OwnKeyProblem } from '../platform/own-key-file.ts';
import { rotateOwnSealKey, SealKeyProblem } from '../platform/seal/seal-key.ts';
import { rotateSigningKey } from '../platform/signing-key.ts';

export type OpsDeps = Pick<Deps, 'clock' | 'db' | 'jobs' | 'log' | 'throttle'> & {
  config: Pick<Config, 'dataDir' | 'seal' | 'seller'>;
};

/** What the operator can put right; the message says how. */
export class OpsProblem extends Error {}

export type Rows = readonly Record<string, unknown>[];
/** A sentence about what was done, or rows to be shown. */
export type Outcome = { said: string } | { rows: Rows };
export type Format = 'table' | 'json' | 'csv';

export const usage = `Usage: pnpm ops COMMAND [--json | --csv]
  accounts [--after ID] [--limit N]   companies with plan, users, machines, files and last sign-in
  unlock EMAIL [ADDRESS]              forgets failed sign-ins of a user over all networks; with ADDRESS, which is the
                                      usual case, also those from that network
  unlock ADDRESS                      forgets failed sign-ins of a network
  jobs [--limit N]                    jobs that failed, with the error
  retry [QUEUE | ID]                  tries failed jobs again now
  mails [--limit N]                   protocols that wait to be mailed, or that no mail server took
  resend MAIL                         sends one of them again, by its id of the list
  resend [--account ID] [--since DATE] [--dry-run]
                                      sends again, after a question, all that no mail server took
  rotate-keys seal                    makes another key of the seal; documents keep their seals
  rotate-keys archives [--leaked]     makes another key of archives; --leaked refuses those of former keys
  extend ACCOUNT DAYS                 gives the users on a paid plan more days
  delete ACCOUNT                      deletes a company and its data, after asking for its name`;

const options = {
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  after: { type: 'string' },
  limit: { type: 'string' },
  account: { type: 'string' },
  since: { type: 'string' },
  'dry-run': { type: 'boolean' },
  leaked: { type: 'boolean' },
} as const;

interface Call {
  deps: OpsDeps;
  args: string[];
  after: number;
  limit: number;
  /** Which mails `resend` takes. */
  account: number | undefined;
  since: Date | undefined;
  dryRun: boolean;
  /** Somebody else may have the key. */
  leaked: boolean;
  /** Asks the operator for a line. */
  ask: (question: string) => Promise<string>;
}

/** What each command does, and how many arguments it takes. */
const commands: Record<
  string,
  { takes: [least: number, most: number]; run: (call: Call) => Promise<Outcome> }
> = {
  accounts: {
    takes: [0, 0],
    run: async ({ deps, after, limit }) => ({
      rows: (await listAccounts(deps.db, { after, limit })) as unknown as Rows,
    }),
  },
  unlock: { takes: [1, 2], run: unlock },
  jobs: {
    takes: [0, 0],
    run: async ({ deps, limit }) => ({ rows: (await deps.jobs.failures(limit)) as unknown as Rows }),
  },
  retry: {
    takes: [0, 1],
    run: async ({ deps, args: [which] }) => {
      const count = await deps.jobs.retry(which);
      if (count === 0 && which !== undefined)
        throw new OpsProblem(`No failed job has the queue or id ${which}.`);
      return { said: count === 1 ? '1 job is tried again now.' : `${count} jobs are tried again now.` };
    },
  },
  mails: { takes: [0, 0], run: async ({ deps, limit }) => ({ rows: await listMails(deps, limit) }) },
  resend: { takes: [0, 1], run: resend },
  'rotate-keys': { takes: [1, 1], run: rotateKeys },
  extend: { takes: [2, 2], run: extend },
  delete: { takes: [1, 1], run: remove },
};

/** @throws OpsProblem */
export async function runCommand(
  deps: OpsDeps,
  given: readonly string[],
  ask: Call['ask'],
): Promise<{ outcome: Outcome; format: Format }> {
  const { values, positionals } = parse(given);
  const [name = '', ...args] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || args.length < command.takes[0] || args.length > command.takes[1])
    throw new OpsProblem(usage);
  const after = values.after === undefined ? 0 : numberOf(values.after, '--after');
  const limit = values.limit === undefined ? 100 : numberOf(values.limit, '--limit');
  const account = values.account === undefined ? undefined : numberOf(values.account, '--account');
  const since = values.since === undefined ? undefined : dayOf(values.since);
  const dryRun = values['dry-run'] ?? false;
  const leaked = values.leaked ?? false;
  const outcome = await command.run({ deps, args, after, limit, account, since, dryRun, leaked, ask });
  return { outcome, format: values.json ? 'json' : values.csv ? 'csv' : 'table' };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch {
    throw new OpsProblem(usage);
  }
}

/** A positive whole number that fits an id. */
function numberOf(text: string, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new OpsProblem(`${what} must be a positive whole number, not ${text}.`);
  return Number(text);
}

/** The start of a day in UTC. */
function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(`${text}T`))
    throw new OpsProblem(`--since must be a day such as 2026-11-27, not ${text}.`);
  return day;
}

async function unlock({ deps, args: [first = '', second] }: Call): Promise<Outcome> {
  if (second !== undefined && !isIP(second)) throw new OpsProblem(`${second} is no IP address.`);
  if (isIP(first)) {
    if (second !== undefined) throw new OpsProblem(usage);
    await liftLimits(deps, { ip: first });
    return { said: `Failed sign-ins from the network of ${first} are forgotten.` };
  }
  const email = first.trim().toLowerCase();
  if (!email.includes('@')) throw new OpsProblem(`${first} is neither an e-mail address nor an IP address.`);
  const known = await liftLimits(deps, { email, ...(second && { ip: second }) });
  if (!known) throw new OpsProblem(`Nobody has the address ${email}.`);
  const rest = second
    ? ''
    : ' Ten failures from one network are counted apart, and lock for a quarter of an hour: name its address to forget them too.';
  return { said: `Failed sign-ins of ${email} over all networks are forgotten.${rest}` };
}

async function listMails({ db }: OpsDeps, limit: number): Promise<Rows> {
  const mails = await findRefusedMails(db, limit);
  return mails.map(({ accountId, id, email, state, refusal, reason, createdAt }) => ({
    mail: `${accountId}/${id}`,
    to: email,
    state,
    refusal: refusal ?? '',
    reason,
    created: createdAt,
  }));
}

async function resend(call: Call): Promise<Outcome> {
  const {
    deps,
    args: [mail],
    account,
    since,
    dryRun,
  } = call;
  const isForAll = account !== undefined || since !== undefined;
  if (mail === undefined ? !isForAll : isForAll || dryRun) throw new OpsProblem(usage);
  if (mail === undefined) return resendAll(call);
  const [accountId = '', mailId = '', ...more] = mail.split('/');
  if (more.length > 0 || !mailId)
    throw new OpsProblem(`${mail} is no mail of the list: it looks like 12/345.`);
  const key = { accountId: numberOf(accountId, 'The account'), mailIds: [numberOf(mailId, 'The mail')] };
  if ((await resendMails(deps, key)) === 0) throw new OpsProblem(`There is no refused mail ${mail}.`);
  return { said: `Mail ${mail} is sent again.` };
}

async function resendAll({ deps, account, since, dryRun, ask }: Call): Promise<Outcome> {
  const found = await findUnreached(deps.db, { accountId: account, since });
  const mails = found.reduce((sum, { mailIds }) => sum + mailIds.length, 0);
  if (mails === 0) throw new OpsProblem('There are no refused mails.');
  const companies = new Set(found.map(({ accountId }) => accountId)).size;
  const what = `${mails} ${mails === 1 ? 'mail' : 'mails'} of ${companies} ${companies === 1 ? 'company' : 'companies'}`;
  if (dryRun) return { said: `This would send ${what} again.` };
  const typed = await ask(`This sends ${what} again. Type yes to go on: `);
  if (typed.trim() !== 'yes') throw new OpsProblem('Nothing was sent.');
  let sent = 0;
  for (const version of found) sent += await resendMails(deps, version);
  return { said: sent === 1 ? '1 mail is sent again.' : `${sent} mails are sent again.` };
}

async function rotateKeys({ deps: { clock, config }, args: [which], leaked, ask }: Call): Promise<Outcome> {
  const { dataDir, seal, seller } = config;
  const isOfSeal = which === 'seal';
  if ((!isOfSeal && which !== 'archives') || (isOfSeal && leaked)) throw new OpsProblem(usage);
  if (isOfSeal && seal.file)
    throw new OpsProblem(`Documents are sealed with ${seal.file}. Put another file in its place.`);
  if (leaked) {
    const typed = await ask('All archives made so far will be refused. Type yes to go on: ');
    if (typed.trim() !== 'yes') throw new OpsProblem('Nothing was changed.');
  }
  try {
    if (!isOfSeal) await rotateSigningKey(exportKeyOf(dataDir), { keepFormer: !leaked });
    else await rotateOwnSealKey(path.join(keysDirOf(dataDir), 'seal.p12'), seal.password, seller, clock());
  } catch (error) {
    const isProblem = error instanceof OwnKeyProblem || error instanceof SealKeyProblem;
    throw isProblem ? new OpsProblem(error.message) : error;
  }
  const taken = isOfSeal ? 'Servers take it within an hour.' : 'Restart all servers now.';
  return { said: `There is another key. ${taken} Make a backup.` };
}

async function extend({ deps, args: [account = '', days = ''] }: Call): Promise<Outcome> {
  const accountId = numberOf(account, 'ACCOUNT');
  const count = numberOf(days, 'DAYS');
  if (count > 3650) throw new OpsProblem('DAYS must be 3650 at most.');
  const users = await extendAccess(deps, accountId, count);
  if (users.length === 0) throw new OpsProblem(`Account ${accountId} has no active user on a paid plan.`);
  return { rows: users };
}

async function remove({ deps, args: [account = ''], ask }: Call): Promise<Outcome> {
  const accountId = numberOf(account, 'ACCOUNT');
  const found = await deps.db.global.account.findFirst({ where: { id: accountId, deletedAt: null } });
  if (!found) throw new OpsProblem(`There is no account ${accountId}.`);
  const name = found.companyName || String(accountId);
  const typed = await ask(
    `This erases everything of account ${accountId} for good. Type its name, ${name}, to go on: `,
  );
  if (typed.trim() !== name) throw new OpsProblem('That is not its name. Nothing was deleted.');
  await deleteAccount(deps, { accountId, userId: 0, requestId: 'operator' });
  return { said: `Account ${accountId} is closed. A job erases its data.` };
}
