import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useAddress } from '../../lib/use-address.ts';

/** The side panel's view: the list, one place, or the form. */
export type PlaceView = { name: 'list' } | { name: 'new' } | { name: 'details' | 'edit'; id: number };

const editing = '-edit';

/** Parses a parameter written by `use-place-address`; invalid values mean the list. */
export function readPlaceView(text: string | null): PlaceView {
  if (text === 'new') return { name: 'new' };
  const [, id, edit] = /^(\d{1,10})(-edit)?$/.exec(text ?? '') ?? [];
  return id ? { name: edit ? 'edit' : 'details', id: Number(id) } : { name: 'list' };
}

const writePlaceView = (view: PlaceView): string | null => {
  if (view.name === 'list') return null;
  return view.name === 'new' ? 'new' : `${view.id}${view.name === 'edit' ? editing : ''}`;
};

/** The view in the address (`branch=new`, `branch=12`, `branch=12-edit`): a link opens it, "back" leaves it. */
export function usePlaceAddress(param: string) {
  const schema = useMemo(() => z.object({ [param]: z.string().nullish() }), [param]);
  const { values, change } = useAddress(schema);
  const navigate = useNavigate();
  const { state } = useLocation();
  /** How many views were opened one after the other, so that "back" goes to the previous view. */
  const depth: number = state?.placeDepth ?? 0;

  const put = (view: PlaceView, replace: boolean) =>
    change(
      { [param]: writePlaceView(view) },
      { replace, state: { ...state, placeDepth: replace ? depth : depth + 1 } },
    );
  return {
    view: readPlaceView(values[param] ?? null),
    open: (view: PlaceView) => put(view, false),
    /** Replaces the current view. */
    turnTo: (view: PlaceView) => put(view, true),
    /** Goes back to the previous view; without one (a shared link) to `otherwise`. */
    leave: (otherwise: PlaceView) => (depth > 0 ? navigate(-1) : put(otherwise, true)),
  };
}
