import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The protocol shown in the popup. */
export type Target = 'new' | number;

const parameter = 'service';

function read(text: string | null): Target | null {
  if (text === 'new') return 'new';
  const id = Number(text);
  return text && Number.isInteger(id) && id > 0 ? id : null;
}

/** The popup in the address (`service=new`, `service=12`): a link opens it, the phone's back button closes it. */
export function useServiceAddress() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const asked = read(query.get(parameter));
  const [target, setTarget] = useState(asked);
  /** Opened from this page, so one step back returns to it. */
  const pushed: boolean = state?.serviceOpened === true;

  const put = (next: Target, how: { replace: boolean }) =>
    setQuery(
      (current) => {
        current.set(parameter, String(next));
        return current;
      },
      { ...how, preventScrollReset: true, state: { ...state, serviceOpened: how.replace ? pushed : true } },
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address itself opens it
  useEffect(() => {
    if (target === null) setTarget(asked);
  }, [asked]);

  return {
    target,
    /** "Back" was pressed: the popup closes, or stays and restores its address. */
    left: target !== null && asked === null,
    open: (next: Target) => {
      setTarget(next);
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
      if (asked === null) return;
      if (pushed) navigate(-1);
      else
        setQuery(
          (current) => {
            current.delete(parameter);
            return current;
          },
          { replace: true, preventScrollReset: true },
        );
    },
  };
}

export type ServiceAddress = ReturnType<typeof useServiceAddress>;
