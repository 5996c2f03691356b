import { useStoredAnswers } from '../../lib/stored-answers.ts';

/** Whether the server cannot draw or send a protocol now: there is no connection, or it does not have the protocol yet. */
export function useIsOutOfReach(): (protocol: { id: number }) => boolean {
  const offline = useStoredAnswers() !== null;
  return ({ id }) => offline || id < 0;
}
