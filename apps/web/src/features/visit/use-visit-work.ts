import { mayStep, unwrittenMachines, type Visit } from '@servicebook/shared/visit';
import { useNavigate } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { useStepVisit } from './visit.queries.ts';

/** The state of a link to a protocol, which leads back to where it was opened, also if that shows a visit. */
export const leadsBack = { serviceOpened: true, fromVisit: true } as const;

const unsigned = ({ protocols }: Visit) => protocols.find(({ state }) => state === 'NEW');

/**
 * Where the work is written: the unsigned protocol of the visit, or a new one of the first machine that has none yet.
 * When all have one, more work is written on the first machine.
 */
function protocolPath(visit: Visit): string | null {
  const { id, devices } = visit;
  const written = unsigned(visit);
  const [next] = unwrittenMachines(visit);
  const there = devices.find(({ elsewhere, archived }) => !elsewhere && !archived);
  const machine = written ? devices.find((each) => written.devices.includes(each.id)) : (next ?? there);
  if (!machine) return null;
  return linkTo.machineEdit({
    id: machine.id,
    activeTab: 'service',
    service: written?.id ?? 'new',
    ...(!written && { visit: id }),
  });
}

/**
 * The steps of a visit.
 * @returns `write` starts the visit and opens its protocol, null if it has no machine to write one for; `next`: what that
 *   does.
 */
export function useVisitWork(visit: Visit) {
  const navigate = useNavigate();
  const step = useStepVisit();
  const { id, revision, state } = visit;
  const path = protocolPath(visit);
  const open = () => path && navigate(path, { state: leadsBack });
  const write = () => {
    if (mayStep('START', state)) step.mutate({ body: { id, step: 'START', revision } }, { onSuccess: open });
    else open();
  };
  const next = state !== 'STARTED' ? 'start' : unsigned(visit) ? 'goOn' : 'write';
  return { step, write: path ? write : null, next } as const;
}
