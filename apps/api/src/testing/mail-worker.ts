/** A process that only hands mails with protocols to the mail server, to be killed by a test. */
import { readConfig } from '../config.ts';
import { protocolMailJobs } from '../features/protocol-mail/protocol-mail.jobs.ts';
import { openDeps } from '../main.ts';

const config = readConfig(process.env);
const { deps } = await openDeps(config as Parameters<typeof openDeps>[0]);
await deps.jobs.work(protocolMailJobs(deps));
