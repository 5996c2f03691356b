// Which file of the build contains a module: names of files do not say it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const list = path.resolve(import.meta.dirname, '../web/dist/.vite/files.json');

/** @returns the file's address */
export function builtFile(module: string): string {
  const files: Record<string, { modules: string[] }> = JSON.parse(readFileSync(list, 'utf8'));
  const found = Object.keys(files).find((file) => files[file]?.modules.includes(module));
  if (!found) throw new Error(`The build has no ${module}`);
  return `/${found}`;
}
