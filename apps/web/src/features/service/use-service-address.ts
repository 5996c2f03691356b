import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { drawPage, useAddressAhead, useRouter } from '../../lib/late-drawing.ts';
import { MachineTab } from '../../lib/machine-tab.ts';
import { stepBack } from '../../lib/step-back.ts';
import { useAddress } from '../../lib/use-address.ts';
import { whenIdle } from '../../lib/use-idle.ts';
import { openedHere, type ServiceTarget, serviceIn } from '../../lib/use-open-service.ts';

const idOf = ({ search }: Location) => new URLSearchParams(search).get('id');

/** The address of the page, before the screen shows it. On the way to another page, the popup stays as it is. */
function useAddressOfPage(): Location {
  const drawn = useLocation();
  const ahead = useAddressAhead();
  return ahead.pathname === drawn.pathname && idOf(ahead) === idOf(drawn) ? ahead : drawn;
}

/** The popup in the address (`service=new`, `service=12`): a link opens it, the phone's back button closes it. */
export function useServiceAddress() {
  const router = useRouter();
  const { change } = useAddress(MachineTab);
  const navigate = useNavigate();
  const { search, state } = useAddressOfPage();
  const { service: param, visit } = useMemo(() => serviceIn({ search }), [search]);
  const [target, setTarget] = useState(param);
  const [seen, setSeen] = useState(param);
  // The address opens it, and the popup decides whether it closes.
  if (seen !== param) {
    setSeen(param);
    if (target === null) setTarget(param);
  }
  const isOpenedHere: boolean = state?.serviceOpened === true;

  const put = (next: ServiceTarget, how: { replace: boolean }) =>
    change(
      { activeTab: 'service', service: next },
      {
        ...how,
        // Only the draft that the link was for is continued without a question.
        state: { ...state, resumesDraft: undefined, ...(!how.replace && openedHere) },
      },
    );

  const latest = {
    /** A new protocol got its id; the popup stays unchanged. */
    rename: (next: ServiceTarget) => {
      setTarget(next);
      put(next, { replace: true });
    },
    stay: () => {
      if (target !== null) put(target, { replace: false });
    },
    close: () => {
      setTarget(null);
      if (param === null) return;
      if (isOpenedHere) stepBack(router);
      else change({ service: null, visit: null });
    },
    /** Closes it on another page. */
    closeOn: (path: string) => navigate(path, { replace: true }),
  };
  const acts = useRef(latest);
  // Before the effects of the popup, which call them.
  useLayoutEffect(() => {
    acts.current = latest;
  });

  const resumes = state?.resumesDraft === true;
  const fromVisit = state?.fromVisit === true;
  const left = target !== null && param === null;
  // The popup is large: an address that says nothing new about it must not draw it again.
  return useMemo(
    () => ({
      target,
      /** The visit of a new protocol. */
      visit,
      resumes,
      /** Opened from a visit, to which closing returns. */
      fromVisit,
      /** "Back" was pressed: the popup closes, or stays and restores its address. */
      left,
      rename: (next: ServiceTarget) => acts.current.rename(next),
      stay: () => acts.current.stay(),
      close: () => acts.current.close(),
      closeOn: (path: string) => acts.current.closeOn(path),
    }),
    [target, visit, resumes, fromVisit, left],
  );
}

export type ServiceAddress = ReturnType<typeof useServiceAddress>;

/** Draws the page behind the popup once the popup's content is there. */
export function usePageBehind(isShown: boolean): void {
  useEffect(() => (isShown ? whenIdle(drawPage) : undefined), [isShown]);
}
