/** For who runs the installation, over all companies. */
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/** Mails that no mail server took, and whose protocol was not handed over otherwise since. */
const unreached: Prisma.ProtocolMailWhereInput = {
  state: 'REFUSED',
  refusal: { in: ['SERVER', 'UNREACHABLE'] },
  handedOverAt: null,
};

export const countRefusedMails = (db: Pick<Deps['db'], 'global'>): Promise<number> =>
  db.global.protocolMail.count({ where: unreached });
