import type { ServiceProtocol } from '@servicebook/shared/service';
import { useStoredAnswers } from '../../lib/stored-answers.ts';
import { isRevisionHere, isUnsentId } from '../../lib/unsent.ts';

type Shown = Pick<ServiceProtocol, 'id' | 'revision' | 'fileDtos'>;

/** Whether a protocol is shown as it will be once this phone has sent everything: the server would draw another one. */
const isAhead = ({ id, revision, fileDtos }: Shown): boolean =>
  isUnsentId(id) || isRevisionHere(revision) || fileDtos.some((file) => isUnsentId(file.id));

/** Why the server cannot draw or send a protocol as it is shown; null: it can. */
export function useOutOfReach(): (protocol: Shown) => 'needsConnection' | 'needsSending' | null {
  const offline = useStoredAnswers() !== null;
  return (protocol) => (offline ? 'needsConnection' : isAhead(protocol) ? 'needsSending' : null);
}
