/** The installation's keys: opened at the start, and the one of the seal kept in time while a server runs. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { withSession } from '@servicebook/prisma/with-session';
import { type Config, ConfigError } from './config.ts';
import { exportKeyOf, keysDirOf } from './data-dir.ts';
import type { Deps } from './deps.ts';
import { keepCertificate } from './features/seal/seal.service.ts';
import { sealFormer } from './features/service/service.jobs.ts';
import { OwnKeyProblem } from './platform/own-key-file.ts';
import {
  isValidAt,
  openOwnSealKey,
  openSealKey,
  type SealKey,
  SealKeyProblem,
} from './platform/seal/seal-key.ts';
import { openSigningKey, type SigningKey } from './platform/signing-key.ts';

const day = 24 * 3600_000;
/** Often enough that a file that was put in the place of another one is soon in use. */
const lookEvery = 3600_000;
/** How long before its end the operator is told of a certificate. */
const toldBefore = 30 * day;

/**
 * Keys are made for a new installation. One that had keys and has none looks into the wrong folder, or has lost them: its
 * files are not there either, or the next backups would hold others.
 * @param databaseUrl migrated, without a pooler
 * @throws ConfigError
 */
export async function requireKeys(
  { dataDir, newKeys }: Pick<Config, 'dataDir' | 'newKeys'>,
  databaseUrl: string,
): Promise<void> {
  const exportKey = exportKeyOf(dataDir);
  if (newKeys || existsSync(exportKey)) return;
  const hadKeys = 'SELECT FROM seal_certificate WHERE is_own LIMIT 1';
  const { rows } = await withSession(databaseUrl, (client) => client.query(hadKeys));
  if (rows.length === 0) return;
  throw new ConfigError([
    `DATA_DIR: the installation of this database has keys, and ${path.dirname(exportKey)} has no ${path.basename(exportKey)}. Does DATA_DIR name its folder? If the keys are lost, bring them back from a backup, or set NEW_KEYS=true for one start: archives made before are then refused.`,
  ]);
}

/** @throws ConfigError if one cannot be used */
export async function openKeys(config: Config, now: Date): Promise<{ seal: SealKey; exportKey: SigningKey }> {
  try {
    const exportKey = await openSigningKey(exportKeyOf(config.dataDir));
    return { exportKey, seal: await openSeal(config, now) };
  } catch (error) {
    if (error instanceof SealKeyProblem) throw new ConfigError([`${error.setting}: ${error.message}`]);
    if (error instanceof OwnKeyProblem) throw new ConfigError([`DATA_DIR: ${error.message}`]);
    throw error;
  }
}

const openSeal = ({ seal, dataDir, seller }: Config, now: Date): Promise<SealKey> =>
  seal.file
    ? openSealKey(seal.file, seal.password, now)
    : openOwnSealKey(path.join(keysDirOf(dataDir), 'seal.p12'), seal.password, seller, now);

/** Each server does it, because each has the key in its memory. */
export function watchSeal(deps: Deps): NodeJS.Timeout {
  let toldAt = deps.clock().getTime();
  tellOfEnd(deps);
  return setInterval(async () => {
    const now = deps.clock().getTime();
    const isTold = now - toldAt < day;
    if (!isTold) toldAt = now;
    await renewSeal(deps, { isTold });
  }, lookEvery);
}

/**
 * Opens the key again: the installation's own is made again in time, an operator's may have been replaced. Documents that
 * waited for it are sealed.
 * @param isTold whether the operator was told today what is wrong
 */
export async function renewSeal(deps: Deps, { isTold = false } = {}): Promise<void> {
  const { clock, config, log, seal: former } = deps;
  try {
    const now = clock();
    const seal = await openSeal(config, now);
    if (seal.certificateSha256 !== former.certificateSha256) {
      await keepCertificate({ db: deps.db, seal });
      deps.seal = seal;
      const { certificateSha256, notAfter } = seal;
      log.pdf.info({ certificateSha256, notAfter }, 'documents are sealed with another key from now on');
      if (!isValidAt(former, now)) await sealFormer(deps);
    }
  } catch (error) {
    if (!isTold) log.pdf.warn({ err: error }, 'the key of the seal cannot be opened again');
  }
  if (!isTold) tellOfEnd(deps);
}

/** In the log: who runs the server must know before documents have no seal. */
function tellOfEnd({ clock, config, log, seal: { notAfter } }: Deps): void {
  const left = notAfter.getTime() - clock().getTime();
  if (left > toldBefore) return;
  const about = { file: config.seal.file, notAfter };
  if (left > 0) log.pdf.warn(about, 'the certificate of the seal ends soon: put another file in its place');
  else
    log.pdf.error(
      about,
      'the certificate of the seal has ended: protocols wait for their seal, service books and dossiers are refused',
    );
}
