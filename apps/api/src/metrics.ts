/**
 * What Prometheus reads of a server (docs/operations.md): on a port of its own, which no proxy leads to, so that it needs
 * neither a secret nor a rule.
 */
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hasBackups, newestBackupOf, openBackupPlaces } from './backup/open-backup-places.ts';
import type { Deps } from './deps.ts';
import { countRefusedMails } from './features/protocol-mail/refused-mails.ts';
import { watchRequests } from './http/request-metrics.ts';
import { version } from './open-logs.ts';
import type { QueueCounts } from './platform/jobs.ts';

export interface Metrics {
  /** To be mounted before everything else. */
  watch: RequestHandler;
  /** Told of each document that was drawn, and how long it took. */
  onDrawn(kind: string, seconds: number): void;
  /**
   * Serves them until it is closed.
   * @returns their address, and how it ends
   * @throws if the port is taken
   */
  serve(deps: Deps): Promise<{ url: string; close(): void }>;
}

/** What others must be asked for is asked once in so long, however many ask, and is given up after `answerWithin`. */
const knownFor = { figures: 10_000, backups: 60_000 };
const answerWithin = 2_000;

interface Figures {
  queues: QueueCounts[];
  refusedMails: number;
}

export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `servicebook_${name}`, help, labelNames, registers });
  collectDefaultMetrics({ register });
  const drawing = new Histogram({
    name: 'servicebook_pdf_duration_seconds',
    help: 'Time to draw a document, without its wait',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 40],
    registers,
  });
  const pdfs = gauge('pdfs', 'Documents that are drawn or wait on this server', 'state');
  const connections = gauge('database_connections', 'Connections of the pool of this server', 'state');
  const waiting = gauge('database_waiting', 'Work of this server that waits for a connection');
  const databaseUp = gauge('database_up', 'Whether the database answers');
  const filesUp = gauge('files_up', 'Whether files can be stored and read');
  const jobs = gauge('jobs', 'Jobs of all servers that are not done', 'queue', 'state');
  const oldest = gauge('oldest_job_seconds', 'How long the oldest job that is due waits', 'queue');
  const mails = gauge(
    'refused_mails',
    'Protocols that no mail server took, and that nobody handed over since',
  );
  const backupAge = gauge('backup_age_seconds', 'Age of the newest nightly backup that is kept');
  const free = gauge('data_disk_free_bytes', 'Room for this user on the disk of DATA_DIR');
  const size = gauge('data_disk_size_bytes', 'Size of the disk of DATA_DIR');
  const build = gauge('build_info', 'Always 1', 'version', 'role');

  async function readOwn({ config, db, pdf }: Deps): Promise<void> {
    build.set({ version, role: config.role }, 1);
    const { waiting: waitingForOne, ...counts } = db.connections();
    for (const [state, count] of Object.entries(counts)) connections.set({ state }, count);
    waiting.set(waitingForOne);
    for (const [state, count] of Object.entries(pdf.load())) pdfs.set({ state }, count);
    const disk = await statfs(config.dataDir).catch(() => null);
    // Without its folder the server has no room.
    free.set(disk ? disk.bavail * disk.bsize : 0);
    size.set(disk ? disk.blocks * disk.bsize : 0);
  }

  function showFigures(figures: Figures | null): void {
    // What is not known is not told: a figure of an hour ago would look like one of now.
    for (const one of [jobs, oldest]) one.reset();
    mails.remove();
    if (!figures) return;
    mails.set(figures.refusedMails);
    for (const { name: queue, oldestSeconds, ...counts } of figures.queues) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      oldest.set({ queue }, oldestSeconds);
    }
  }

  function showBackup(begun: number | null, { clock }: Deps): void {
    if (begun === null) backupAge.remove();
    else backupAge.set((clock().getTime() - begun) / 1000);
  }

  return {
    watch: watchRequests(register),
    onDrawn: (kind, seconds) => drawing.observe({ kind }, seconds),
    async serve(deps) {
      const readFigures = rememberFigures(deps);
      const readBackups = rememberBackups(deps);
      const { host, port } = deps.config.metrics ?? {};
      const server = createServer(async (request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
        const [figures, backupBegun, isUp, fileState] = await Promise.all([
          readFigures(),
          readBackups(),
          answers(deps),
          deps.fileState(),
          readOwn(deps),
        ]);
        filesUp.set(fileState === 'ok' ? 1 : 0);
        // A question that waits for a connection says nothing of the database.
        databaseUp.set(isUp || deps.db.connections().waiting > 0 ? 1 : 0);
        showFigures(figures);
        showBackup(backupBegun, deps);
        response.writeHead(200, { 'Content-Type': register.contentType }).end(await register.metrics());
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve());
      });
      const { port: own } = server.address() as AddressInfo;
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      return { url: `http://localhost:${own}/metrics`, close };
    },
  };
}

/** Whether the database answers, however long the figures take. */
const answers = ({ db }: Deps): Promise<boolean> =>
  Promise.race([
    db.global.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    ),
    pause(answerWithin, false, { ref: false }),
  ]);

/** @returns null while the database does not answer, which the log tells once for each question */
const rememberFigures = ({ db, jobs, log }: Deps) =>
  remember(knownFor.figures, async (): Promise<Figures | null> => {
    try {
      const [queues, refusedMails] = await Promise.all([jobs.counts(), countRefusedMails(db)]);
      return { queues, refusedMails };
    } catch (error) {
      log.database.warn({ err: error }, 'the figures of the queue cannot be read');
      return null;
    }
  });

/**
 * When the newest backup was begun. What is kept tells it: it is the same for all servers, and the queue forgets its jobs.
 * @returns null without a place for backups, or while one of them cannot be read
 */
function rememberBackups({ config, log }: Deps): () => Promise<number | null> {
  if (!hasBackups(config)) return async () => null;
  let places: ReturnType<typeof openBackupPlaces> | undefined;
  return remember(knownFor.backups, async () => {
    try {
      places ??= openBackupPlaces(config);
      return await newestBackupOf(await places);
    } catch (error) {
      log.files.warn({ err: error }, 'the backups cannot be listed');
      return null;
    }
  });
}

function remember<Known>(milliseconds: number, ask: () => Promise<Known>): () => Promise<Known | null> {
  let asked: Promise<Known> | undefined;
  const forget = () => {
    asked = undefined;
  };
  return () => {
    asked ??= ask().finally(() => setTimeout(forget, milliseconds).unref());
    return Promise.race([asked, pause(answerWithin, null, { ref: false })]);
  };
}
