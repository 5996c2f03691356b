import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MachineTab } from '../../lib/machine-tab.ts';
import { useAddress } from '../../lib/use-address.ts';

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
  // The address opens it, and the popup decides whether it closes.
  if (seen !== param) {
    setSeen(param);
    if (target === null) setTarget(param);
  }
  /** Opened from this page, or from a visit, so one step back returns to it. */
  const openedHere: boolean = state?.serviceOpened === true;

  const put = (next: Target, how: { replace: boolean }) =>
    change(
      { service: next },
      {
        ...how,
        // Only the draft that the link was for is continued without a question.
        state: { ...state, resumesDraft: undefined, serviceOpened: how.replace ? openedHere : true },
      },
    );

  return {
    target,
    /** The visit of a new protocol. */
    visit: values.visit,
    resumes: state?.resumesDraft === true,
    /** Opened from a visit, to which closing returns. */
    fromVisit: state?.fromVisit === true,
    /** "Back" was pressed: the popup closes, or stays and restores its address. */
    left: target !== null && param === null,
    open: (next: Target) => {
      // After a double click, the address still names it and does not change.
      if (next === param) setTarget(next);
      put(next, { replace: false });
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
      if (param === null) return;
      if (openedHere) navigate(-1);
      else change({ service: null, visit: null });
    },
  };
}

export type ServiceAddress = ReturnType<typeof useServiceAddress>;
