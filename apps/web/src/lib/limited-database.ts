/** A database of the browser that never keeps the app waiting: in Safari, some requests are never answered. */
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

const answerWithin = 3000;

export interface LimitedDatabase<Schema extends DBSchema> {
  /** Runs a request. Fails after three seconds, and at once while an earlier request is unanswered. */
  run<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result>;
  /** Whether the last request was answered. Only then can something be stored. */
  answers(): boolean;
}

/**
 * @param upgrade makes the stores of a version
 * @param opened runs before the first request of each connection
 */
export function limitedDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
  opened?: (database: IDBPDatabase<Schema>) => Promise<void>,
): LimitedDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  /** A request is still unanswered. */
  let silent = false;
  let answered = true;

  function open(): Promise<IDBPDatabase<Schema>> {
    if (opening) return opening;
    const forget = () => {
      opening = null;
    };
    // Some private windows have no IndexedDB; even accessing the name throws.
    const connected = (async () => {
      const database = await openDB<Schema>(name, version, { upgrade, terminated: forget });
      try {
        await opened?.(database);
      } catch (error) {
        database.close();
        throw error;
      }
      return database;
    })();
    connected.catch(forget);
    opening = connected;
    return connected;
  }

  async function run<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
    if (silent) throw new Error('The database of the browser is silent');
    const asked = open().then(work);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        silent = true;
        const speaks = () => {
          silent = false;
        };
        asked.then(speaks, speaks);
        reject(new Error('The database of the browser did not answer in time'));
      }, answerWithin);
    });
    try {
      const result = await Promise.race([asked, limit]);
      answered = true;
      return result;
    } catch (error) {
      answered = false;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return { run, answers: () => answered };
}
