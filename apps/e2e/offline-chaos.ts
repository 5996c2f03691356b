// The command behind `pnpm offline-chaos`: a technician's days without a network, with connections cut at random bytes and
// the browser killed at random moments. At the end everything that was written must be there once, as it was signed.
// `--seed 7` repeats the choices of a run, `--minutes 15` ends with the runs made by then; `--url` with `--email` and
// `--password` take a server that runs already, for a short form among the journeys.
import { parseArgs } from 'node:util';
import { provideBrowser } from './browser.ts';
import { runChaos } from './chaos.ts';
import { startAppServer } from './server.ts';
import { demoTechnician } from './session.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    protocols: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '600' },
    url: { type: 'string' },
    email: { type: 'string', default: demoTechnician.email },
    password: { type: 'string', default: demoTechnician.password },
  },
});

process.env.CHROMIUM_PATH = provideBrowser();
const server = options.url
  ? { url: options.url, stop: async () => {} }
  : await startAppServer({ ACCOUNT_REQUESTS_PER_SECOND: '100000' });
console.log(`Seed ${options.seed}`);
const started = Date.now();
try {
  const { faults, ...result } = await runChaos({
    url: server.url,
    user: { email: options.email, password: options.password },
    runs: Number(options.runs),
    protocols: Number(options.protocols),
    seed: Number(options.seed),
    until: started + Number(options.minutes) * 60_000,
    log: console.log,
  });
  console.log(result, `${Math.round((Date.now() - started) / 1000)} s`);
  for (const fault of faults) console.error(`✘ ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('✔ Nothing was lost or doubled');
} finally {
  await server.stop();
}
