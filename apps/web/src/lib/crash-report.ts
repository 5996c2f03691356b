/** Builds the report of a crash. Loaded only when there is one. */
import type { CrashReport } from '@servicebook/shared/app';
import { screenPath } from '@servicebook/shared/screen-path';

const maxPerVisit = 5;
const reported = new Set<string>();

/** A lost connection, code of an earlier release, or a cancelled call: all are handled elsewhere. */
const expected =
  /not loaded: |dynamically imported module|module script failed|failed to fetch|load failed|networkerror|aborted/i;
/** Code of a browser extension. */
const foreign = /\b[\w-]+-extension:\/\//;

export async function sendCrash({ name, message, stack = '' }: Error): Promise<void> {
  const isOurs = name !== 'AbortError' && !expected.test(message) && !foreign.test(stack);
  const key = `${name} ${message}`;
  if (!isOurs || reported.has(key) || reported.size >= maxPerVisit) return;
  reported.add(key);
  const report: CrashReport = {
    name: name.slice(0, 100),
    message: message.slice(0, 500),
    stack: stack.slice(0, 4000),
    screen: screenPath(window.location.pathname),
  };
  await fetch('/api/app/crash', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify(report),
    keepalive: true,
  });
}
