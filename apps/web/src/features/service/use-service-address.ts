import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MachineTab } from '../../lib/machine-tab.ts';
import { useAddress } from '../../lib/use-address.ts';
import { whenIdle } from '../../lib/use-idle.ts';

/** The protocol shown in the popup. */
export type Target = 'new' | number;

/** The state of a link whose user has already said that the draft is to be continued. */
export const resumesDraft = { resumesDraft: true } as const;

/** The popup in the address (`service=new`, `service=12`): a link opens it, the phone's back button closes it. */
export function useServiceAddress() {
  const { values, change } = useAddress(MachineTab);
  const navigate = useNavigate();
  const { state } = useLocation();
  const param = values.service;
  const [target, setTarget] = useState(param);
  const [seen, setSeen] = useState(param);
  /** Whether the address has named it since it was opened. */
  const [named, setNamed] = useState(param !== null);
  /** The address is going to name it. */
  const following = useRef(false);
  /** It was closed before the address named it. */
  const [dropped, setDropped] = useState(false);
  // The address opens it too, and the popup decides whether it closes.
  if (seen !== param) {
    setSeen(param);
    if (param !== null) setNamed(true);
    if (target === null && !dropped) setTarget(param);
  }
  useEffect(() => {
    if (named) following.current = false;
  }, [named]);
  useEffect(() => {
    if (!dropped || param === null) return;
    setDropped(false);
    navigate(-1);
  }, [dropped, param, navigate]);
  /** Opened from this page, or from a visit, so one step back returns to it. */
  const openedHere: boolean = state?.serviceOpened === true;

  const put = (next: Target, how: { replace: boolean }) =>
    change(
      // Behind it is the list of protocols.
      { activeTab: 'service', service: next },
      {
        ...how,
        // Only the draft that the link was for is continued without a question.
        state: { ...state, resumesDraft: undefined, serviceOpened: how.replace ? openedHere : true },
      },
    );

  const latest = {
    /** Opens it before the address names it. */
    open: (next: Target) => {
      setTarget(next);
      setNamed(false);
      setDropped(false);
      following.current = false;
    },
    /** Lets the address name it, if it does not yet. */
    follow: () => {
      if (target === null || named || following.current) return;
      following.current = true;
      // After "close" the address may still name it, and be on its way back.
      if (target === param) setNamed(true);
      put(target, { replace: false });
    },
    /** A new protocol got its id; the popup stays unchanged. */
    rename: (next: Target) => {
      setTarget(next);
      put(next, { replace: true });
    },
    stay: () => {
      if (target !== null) put(target, { replace: false });
    },
    close: () => {
      setTarget(null);
      if (param === null) setDropped(following.current);
      else if (openedHere) navigate(-1);
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

  const { visit } = values;
  const resumes = state?.resumesDraft === true;
  const fromVisit = state?.fromVisit === true;
  const left = target !== null && param === null && named;
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
      open: (next: Target) => acts.current.open(next),
      follow: () => acts.current.follow(),
      rename: (next: Target) => acts.current.rename(next),
      stay: () => acts.current.stay(),
      close: () => acts.current.close(),
      closeOn: (path: string) => acts.current.closeOn(path),
    }),
    [target, visit, resumes, fromVisit, left],
  );
}

export type ServiceAddress = ReturnType<typeof useServiceAddress>;

/** Lets the address name the popup once its content is there, because a new address draws the whole page again. */
export function useNamedOnceShown({ follow }: ServiceAddress, shown: boolean): void {
  useEffect(() => (shown ? whenIdle(follow) : undefined), [shown, follow]);
}
