import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Which protocol the popup shows. */
export type Target = 'new' | number;

const parameter = 'service';

function read(text: string | null): Target | null {
  if (text === 'new') return 'new';
  const id = Number(text);
  return text && Number.isInteger(id) && id > 0 ? id : null;
}

/**
 * The popup in the address (`service=new`, `service=12`): a link opens it, the phone's back button closes it.
 * @param isBusy whether closing would lose something; back then asks instead (`onAsk`).
 */
export function useServiceAddress(isBusy: () => boolean, onAsk: () => void) {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const asked = read(query.get(parameter));
  const [target, setTarget] = useState(asked);
  /** Opened from here, so that one step back is where the user was. */
  const pushed: boolean = state?.serviceOpened === true;

  const put = (next: Target, how: { replace: boolean }) =>
    setQuery(
      (current) => {
        current.set(parameter, String(next));
        return current;
      },
      { ...how, preventScrollReset: true, state: { ...state, serviceOpened: how.replace ? pushed : true } },
    );

  const back = useRef(() => {});
  useEffect(() => {
    back.current = () => {
      if (target === null || !isBusy()) return setTarget(asked);
      // Back was pressed over something unsaved: the popup stays, and so does its address.
      put(target, { replace: false });
      onAsk();
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address itself counts
  useEffect(() => {
    if ((asked === null) !== (target === null)) back.current();
  }, [asked]);

  return {
    target,
    open: (next: Target) => {
      setTarget(next);
      put(next, { replace: false });
    },
    /** A new protocol got its id, while the popup stays as it is. */
    rename: (next: Target) => {
      setTarget(next);
      put(next, { replace: true });
    },
    close: () => {
      setTarget(null);
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
