import { mayStep, type Visit } from '@servicebook/shared/visit';
import { useNavigate } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { useStepVisit } from './visit.queries.ts';

/** Where the work is written: the unsigned protocol of the visit, or a new one of its first machine. */
function protocolPath({ id, devices, protocols }: Visit): string | null {
  const written = protocols.find(({ state }) => state === 'NEW');
  const machine = devices.find((each) => (written ? written.devices.includes(each.id) : !each.elsewhere));
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
 * @returns `write` starts the visit and opens its protocol; null if it has no machine to write one for.
 */
export function useVisitWork(visit: Visit) {
  const navigate = useNavigate();
  const step = useStepVisit();
  const { id, revision, state } = visit;
  const path = protocolPath(visit);
  const open = () => path && navigate(path);
  const write = () => {
    if (mayStep('START', state)) step.mutate({ body: { id, step: 'START', revision } }, { onSuccess: open });
    else open();
  };
  return { step, write: path ? write : null };
}
